"""Each fault of the demo application, as the log of its flow shows it, with the verdict that it must get."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qarunner.model import events as ev
from tests.unit.builder import Log
from tests.unit.seen import answer, dialogs, element, network, nothing, page


def dashboard(**run: object) -> Log:
    log = Log(**run).open("/dashboard")
    return log.reach({"url": "/dashboard", "heading": "Dashboard"}, page("/dashboard"), element("Dashboard"))


def wrong_total() -> Log:
    return dashboard().expect({"testid": "revenue", "text": "1,234"}, element("1,235"), ended="deadline")


def late_error() -> Log:
    log = dashboard().click().request("POST /api/orders", 201)
    seen = element("Something went wrong")
    return log.expect({"text": "Something went wrong", "absent": "true"}, seen, for_="2s", ended="deadline")


def slow() -> Log:
    log = dashboard().click("Last 12 months")
    log.after(3400).request("GET /api/figures", took=3400)
    return log.expect({"testid": "revenue", "text": "9"}, element("9"), within="2s", count=9)


def save_500() -> Log:
    log = dashboard().click().request("POST /api/orders", 500)
    return log.expect(
        {"response": "POST /api/orders", "status_code": "201"},
        network(answer("POST /api/orders", 500)),
        ended="deadline",
    )


def blank() -> Log:
    return Log().open("/dashboard").expect({"heading": "Dashboard"}, nothing(), ended="deadline")


def page_error() -> Log:
    return dashboard().page_error().expect({"text": "1,234"}, element("1,234"))


def login_wall() -> Log:
    log = Log().open("/dashboard", to="/login", password=True)
    return log.reach(
        {"url": "/dashboard", "heading": "Dashboard"}, page("/login"), nothing(), ended="deadline"
    )


def not_found() -> Log:
    return Log().open("/dashboard", status=404).reach({"heading": "Dashboard"}, nothing(), ended="deadline")


def wrong_build() -> Log:
    log = Log(identity={"header": "X-Build", "equals": "abc"})
    return log.open("/dashboard", identity="old").expect({"heading": "Dashboard"}, element("Dashboard"))


def gateway() -> Log:
    log = dashboard().click().request("POST /api/orders", 502)
    return log.expect({"status": "Order 41 saved"}, nothing(), ended="deadline")


def gateway_document() -> Log:
    return Log().open("/dashboard", status=502).reach({"heading": "Dashboard"}, nothing(), ended="deadline")


def reset() -> Log:
    log = dashboard().click().request("POST /api/orders", None, net_error="net::ERR_CONNECTION_RESET")
    return log.expect({"status": "Order 41 saved"}, nothing(), ended="deadline")


def reset_document() -> Log:
    return Log().open("/dashboard", status=None, net_error="net::ERR_CONNECTION_RESET", error_page=True)


def never_ready() -> Log:
    log = Log().planned("open", "/dashboard").planned("expect", {"heading": "Dashboard"})
    unready = ev.AppUnready(url="http://127.0.0.1:8000/healthz", last="status 503", waited_ms=30_000)
    return log.emit(unready)


def covered_button() -> Log:
    return dashboard().begin("click", {"button": "Save"}).blocked("target-covered", "covered by a banner")


def duplicate_button() -> Log:
    return dashboard().begin("click", {"button": "Save"}).blocked("flow-defect", "two buttons fit")


def confirm() -> Log:
    log = dashboard().click("Delete").dialog("confirm", "Delete this order?")
    return log.expect({"text": "Order 41", "gone": "true"}, element("Order 41"), ended="deadline")


def stalled_font() -> Log:
    log = dashboard().pending("GET /fonts/x.woff2", resource_type="font")
    return log.expect({"testid": "revenue", "text": "1,234"}, element("1,234"))


def expected_403() -> Log:
    log = Log().open("/admin", status=403, names=403).request("GET /api/users", 403)
    log.expect(
        {"response": "GET /admin", "status_code": "403"}, network(answer("GET /admin", 403, "no"))
    ).expect({"heading": "You may not see this page"}, element("You may not see this page"))
    return log.expect({"link": "Delete user", "absent": "true"}, nothing(), for_="1s", held_for_ms=1000)


def expected_404() -> Log:
    log = Log().open("/orders/99", status=404)
    return log.expect(
        {"response": "GET /orders/99", "status_code": "404"}, network(answer("GET /orders/99", 404, "no"))
    )


def api_only() -> Log:
    log = Log().act("http", {"post": "/api/orders", "status_code": "201"})
    log.request("POST /api/orders", 201, by_flow=True)
    return log.expect(
        {"response": "POST /api/orders", "status_code": "201"}, network(answer("POST /api/orders", 201))
    )


def two_users() -> Log:
    log = dashboard().click("Send")
    log.at("bob").page_opened(1).open("/chat").expect({"text": "hi"}, element("hi"))
    return log.at("main", 0).expect({"text": "read"}, element("read"))


def no_expect() -> Log:
    return dashboard().click()


FAULTS: tuple[tuple[Callable[[], Log], str, str], ...] = (
    (wrong_total, "FAIL", "check-violated"),
    (late_error, "FAIL", "check-violated"),
    (slow, "FAIL", "check-violated"),
    (save_500, "FAIL", "check-violated"),
    (blank, "FAIL", "check-violated"),
    (page_error, "FAIL", "page-error"),
    (login_wall, "INCONCLUSIVE", "auth-required"),
    (not_found, "INCONCLUSIVE", "wrong-target"),
    (wrong_build, "INCONCLUSIVE", "wrong-target"),
    (gateway, "INCONCLUSIVE", "gateway-error"),
    (gateway_document, "INCONCLUSIVE", "gateway-error"),
    (reset, "INCONCLUSIVE", "net-error"),
    (reset_document, "INCONCLUSIVE", "net-error"),
    (never_ready, "INCONCLUSIVE", "app-unreachable"),
    (covered_button, "INCONCLUSIVE", "target-covered"),
    (duplicate_button, "INCONCLUSIVE", "flow-defect"),
    (confirm, "INCONCLUSIVE", "unexpected-dialog"),
    (stalled_font, "PASS", "all-held"),
    (expected_403, "PASS", "all-held"),
    (expected_404, "PASS", "all-held"),
    (api_only, "PASS", "all-held"),
    (two_users, "PASS", "all-held"),
    (no_expect, "INCONCLUSIVE", "nothing-checked"),
)


@pytest.mark.parametrize(("flow", "verdict", "reason"), FAULTS, ids=lambda v: getattr(v, "__name__", None))
def test_each_fault_gets_its_verdict(flow: Callable[[], Log], verdict: str, reason: str) -> None:
    found = flow().verdict()
    assert (found.verdict, found.reason, found.sentence) == (verdict, reason, found.sentence)


def test_slow_says_when_it_came() -> None:
    (check,) = slow().verdict().checks
    assert check.outcome == "violated"
    assert check.expected == 'testid "revenue", text "9" within 2.0 s'
    assert check.actual.startswith("late: held at 6.8 s")
    assert check.late_ms is not None and check.late_ms > 2000


def test_a_dialog_that_the_flow_expects_is_no_incident() -> None:
    log = dashboard().click("Delete").dialog("confirm", "Delete this order?")
    log.expect({"native_dialog": "Delete this order?"}, dialogs(), ended="deadline")
    assert log.verdict().row == 1
