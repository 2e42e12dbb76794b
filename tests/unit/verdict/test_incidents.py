"""Incidents: their level in a flow, whose they are, what is allowed, what the flow names itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qarunner.model import events as ev
from qarunner.model.observation import Download
from qarunner.verdict.derive import incidents_of
from qarunner.verdict.incidents import Incident
from tests.unit.builder import Log
from tests.unit.seen import downloads, element

THIRD = "https://ads.example"


def started(**run: Any) -> Log:
    return Log(**run).open("/orders").expect({"heading": "Orders"}, element())


def found(log: Log) -> list[tuple[str, str]]:
    return [(i.kind, i.level) for i in incidents_of(log.record())]


def one(log: Log) -> Incident:
    (incident,) = incidents_of(log.record())
    return incident


def download(log: Log, url: str = "http://127.0.0.1:8000/a.csv", failed: str = "") -> Log:
    return log.emit(ev.DownloadEnded(place=log.place, url=url, name="a.csv", size=3, failed=failed))


def unreachable(log: Log, origin: str = "") -> Log:
    return log.request(f"GET {origin}/x", None, net_error="net::ERR_FAILED")


def socket(log: Log, url: str = "ws://127.0.0.1:8000/live") -> Log:
    return log.emit(ev.WebSocketEvent(place=log.place, url=url, what="refused"))


DEFAULTS: tuple[tuple[str, Callable[[Log], Log], str, str], ...] = (
    ("page error", lambda log: log.page_error(), "page_error", "fail"),
    ("500", lambda log: log.request("GET /x", 500), "server_error", "fail"),
    ("501", lambda log: log.request("GET /x", 501), "server_error", "fail"),
    ("505", lambda log: log.request("GET /x", 505), "server_error", "fail"),
    ("599", lambda log: log.request("GET /x", 599), "server_error", "fail"),
    ("502", lambda log: log.request("GET /x", 502), "gateway_error", "inconclusive"),
    ("503", lambda log: log.request("GET /x", 503), "gateway_error", "inconclusive"),
    ("504", lambda log: log.request("GET /x", 504), "gateway_error", "inconclusive"),
    ("net", lambda log: unreachable(log), "net_error", "inconclusive"),
    ("broken download", lambda log: download(log, failed="canceled"), "net_error", "inconclusive"),
    ("confirm", lambda log: log.dialog("confirm"), "unexpected_dialog", "inconclusive"),
    ("alert", lambda log: log.dialog("alert"), "unexpected_dialog", "note"),
    ("app", lambda log: log.emit(ev.AppExited(code=1)), "app_exit", "inconclusive"),
    ("console", lambda log: log.console("boom"), "console_error", "note"),
    ("404", lambda log: log.request("GET /x", 404), "client_error", "note"),
    ("socket", socket, "websocket_error", "note"),
    ("download", download, "unexpected_download", "note"),
    ("abort", lambda log: log.page_error("stopped", name="AbortError", stack="at x"), "page_error", "note"),
    ("third-party error", lambda log: log.page_error(origin=THIRD), "page_error", "note"),
    ("third-party 500", lambda log: log.request(f"GET {THIRD}/x", 500), "server_error", "note"),
    ("third-party net", lambda log: unreachable(log, THIRD), "net_error", "note"),
    ("third-party console", lambda log: log.console("boom", origin=THIRD), "console_error", "note"),
    ("third-party socket", lambda log: socket(log, "wss://ads.example/x"), "websocket_error", "note"),
)  # fmt: skip


@pytest.mark.parametrize(("make", "kind", "level"), [d[1:] for d in DEFAULTS], ids=[d[0] for d in DEFAULTS])
def test_the_default_levels(make: Callable[[Log], Log], kind: str, level: str) -> None:
    assert found(make(started())) == [(kind, level)]


NONE: dict[str, Callable[[Log], Log]] = {
    "success": lambda log: log.request("GET /x", 204),
    "aborted": lambda log: log.request("GET /x", None, net_error="net::ERR_ABORTED"),
    "benign": lambda log: log.request("GET /x", None, net_error="net::ERR_FAILED", benign="no-content"),
    "favicon": lambda log: log.request("GET /favicon.ico", 404, benign="favicon"),
    "armed dialog": lambda log: log.dialog("confirm", declared=True),
    "warning": lambda log: log.console("careful", "warning"),
}


@pytest.mark.parametrize("name", NONE)
def test_what_is_no_incident(name: str) -> None:
    assert found(NONE[name](started())) == []


def test_levels_are_set_by_the_flow() -> None:
    watch = {
        "console_error": "fail",
        "server_error": "note",
        "page_error": "inconclusive",
        "client_error": "fail",
    }
    log = started(watch=watch).console("boom").request("GET /x", 500).page_error().request("GET /x", 404)
    assert found(log) == [
        ("console_error", "fail"),
        ("server_error", "note"),
        ("page_error", "inconclusive"),
        ("client_error", "fail"),
    ]


@pytest.mark.parametrize("kind", ["gateway_error", "net_error", "app_exit", "websocket_error"])
def test_what_is_no_proof_never_fails_a_flow(kind: str) -> None:
    log = started(watch={kind: "fail"}).request("GET /x", 502).emit(ev.AppExited(code=1))
    socket(log).request("GET /x", None, net_error="net::ERR_FAILED")
    assert all(level != "fail" for _, level in found(log))
    assert (kind, "inconclusive") in found(log)


def test_noise_stays_a_note() -> None:
    log = started(watch={"console_error": "fail", "unexpected_dialog": "fail"})
    log.console("Failed to load resource", url="http://127.0.0.1:8000/favicon.ico").dialog("alert")
    assert found(log) == [("console_error", "note"), ("unexpected_dialog", "note")]


def test_third_parties_only_give_notes() -> None:
    log = started(watch={"page_error": "fail", "server_error": "fail"})
    log.page_error(origin=THIRD).request(f"GET {THIRD}/x", 500)
    assert log.verdict().verdict == "PASS"


def test_an_error_without_origin_is_of_its_document() -> None:
    assert one(started().page_error(origin="")).own
    foreign = started().click().arrive(f"{THIRD}/x").page_error(origin="null")
    assert not one(foreign).own


def test_an_allowed_incident_is_counted() -> None:
    rules = (
        ev.AllowRule(kind="server_error", pattern="POST /api/save?what=metrics"),
        ev.AllowRule(kind="page_error", pattern="ResizeObserver loop"),
    )
    log = started(allow=rules).request("POST /api/save?what=metrics", 500).request("POST /api/save", 500)
    log.page_error("ResizeObserver loop completed", name="Error").page_error("other", name="Error")
    assert [(i.kind, i.level, i.allowed) for i in incidents_of(log.record())] == [
        ("server_error", "note", True),
        ("server_error", "fail", False),
        ("page_error", "note", True),
        ("page_error", "fail", False),
    ]


def test_a_download_that_a_check_names_is_expected() -> None:
    blob = "0" * 64 + ".csv"
    log = started().click()
    download(log).expect(
        {"download": "*.csv", "rows": "7"}, downloads(Download(name="a.csv", size=3, blob=blob))
    )
    assert found(log) == []


def test_an_error_in_a_disturbed_window_may_just_follow_from_it() -> None:
    log = Log().open("/orders").expect({"heading": "Orders"}, element()).click()
    log.request("POST /x", None, net_error="net::ERR_CONNECTION_RESET").page_error("Failed to fetch")
    assert (log.verdict().verdict, log.verdict().reason) == ("INCONCLUSIVE", "net-error")
    assert ("page_error", "inconclusive") in found(log)


def test_the_next_action_begins_a_new_window() -> None:
    log = Log().open("/orders").expect({"heading": "Orders"}, element()).click()
    log.request("POST /x", None, net_error="net::ERR_CONNECTION_RESET").click().page_error()
    assert (log.verdict().verdict, log.verdict().reason) == ("FAIL", "page-error")


def test_an_own_500_is_proof_in_any_window() -> None:
    log = started().click().request("POST /x", None, net_error="net::ERR_FAILED").request("POST /y", 500)
    assert (log.verdict().verdict, log.verdict().reason) == ("FAIL", "server-error")


def test_failures_count_on_whatever_surface() -> None:
    log = Log().open("/orders", status=404).page_error()
    assert (log.verdict().verdict, log.verdict().row) == ("FAIL", 2)


def test_the_browsers_line_about_a_named_status_is_none() -> None:
    log = started(watch={"console_error": "fail"}).request("GET /api/users", 403)
    log.console("Failed to load resource: status of 403", url="http://127.0.0.1:8000/api/users")
    assert log.verdict().reason == "console-error"
    log.planned("expect", {"response": "GET /api/users", "status_code": "403"})
    assert found(log) == []
