"""Which document was reached: a check that is false is violated there, and unreached anywhere else."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.model import events as ev
from qarunner.model.observation import Download
from qarunner.model.verdict import CheckResult
from tests.unit.builder import Log
from tests.unit.seen import answer, downloads, element, network, nothing, page

HEADING = {"heading": "Orders"}


def last(log: Log) -> tuple[str, str | None]:
    """Outcome and reason of the last check."""
    check: CheckResult = log.verdict().checks[-1]
    return check.outcome.value, check.reason.value if check.reason else None


def false(log: Log) -> tuple[str, str | None]:
    return last(log.expect(HEADING, nothing(), ended="deadline"))


def true(log: Log) -> tuple[str, str | None]:
    return last(log.expect(HEADING, element()))


VIOLATED = ("violated", None)
HELD = ("held", None)


@pytest.mark.parametrize("status", [200, 201, 206, 304])
def test_success_is_reached(status: int) -> None:
    assert false(Log().open(status=status)) == VIOLATED
    assert true(Log().open(status=status)) == HELD


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (401, "auth-required"),
        (403, "auth-required"),
        (404, "wrong-target"),
        (410, "wrong-target"),
        (407, "wrong-target"),
        (408, "wrong-target"),
        (429, "rate-limited"),
        (500, "wrong-target"),
        (502, "gateway-error"),
        (503, "gateway-error"),
        (504, "gateway-error"),
    ],
)
def test_other_statuses_of_an_open_are_not(status: int, reason: str) -> None:
    assert false(Log().open(status=status)) == ("unreached", reason)
    assert true(Log().open(status=status)) == ("unreached", reason)


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
def test_the_status_that_open_names_is(status: int) -> None:
    assert false(Log().open(status=status, names=status)) == VIOLATED
    log = Log().open(status=status, names=status).expect(HEADING, element())
    assert log.verdict().verdict == "PASS"


def test_a_success_in_place_of_the_named_status_can_fail_but_not_pass() -> None:
    assert false(Log().open(names=403)) == VIOLATED
    log = Log().open(names=403).expect(HEADING, element())
    assert last(log) == ("unreached", "wrong-target")
    assert (log.verdict().reason, log.verdict().row) == ("wrong-target", 5)


@pytest.mark.parametrize("status", [404, 410, 413, 422])
def test_where_the_product_itself_led_to_a_4xx(status: int) -> None:
    assert false(Log().open("/").click().arrive("/x", status=status)) == VIOLATED
    log = Log().open("/").click().arrive("/x", status=status).expect(HEADING, element())
    assert last(log) == ("unreached", "wrong-target")
    assert log.verdict().row == 5
    named = {"response": "GET /x", "status_code": str(status)}
    log.expect(named, network(answer("GET /x", status)))
    assert log.verdict().verdict == "PASS"


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (401, "auth-required"),
        (403, "auth-required"),
        (407, "wrong-target"),
        (408, "wrong-target"),
        (429, "rate-limited"),
    ],
)
def test_where_the_product_led_to_a_door(status: int, reason: str) -> None:
    assert false(Log().open("/").click().arrive("/x", status=status)) == ("unreached", reason)


def test_a_script_redirect_of_an_open_is_no_deed_of_an_action() -> None:
    log = Log().open("/").arrive("/x", status=404)
    assert false(log) == ("unreached", "wrong-target")


def test_a_reload_is_an_action_of_its_own() -> None:
    log = Log().open("/x").begin("reload").arrive("/x", status=404, by="reload").done()
    assert false(log) == VIOLATED
    log = Log().open("/x", status=403, names=403).begin("reload").arrive("/x", status=403, by="reload").done()
    assert true(log) == HELD


def test_a_redirect_needs_lands_or_a_reach() -> None:
    assert false(Log().open("/", to="/login")) == ("unreached", "wrong-target")
    assert false(Log().open("/", to="/login", lands="/login")) == VIOLATED
    assert false(Log().open("/", to="/login", lands="/start")) == ("unreached", "wrong-target")
    assert false(Log().open("/", to="/login").reach({"url": "/login"}, page("/login"))) == VIOLATED
    assert false(Log().open("/orders", to="/orders?all=1")) == VIOLATED
    assert false(Log().open("/caf%C3%A9", to="/café")) == VIOLATED


def test_a_confirmed_redirect_can_pass() -> None:
    log = Log().open("/", to="/login", lands="/log*").expect(HEADING, element())
    assert log.verdict().verdict == "PASS"
    log = Log().open("/", to="/login").reach({"url": "/login"}, page("/login")).expect(HEADING, element())
    assert log.verdict().verdict == "PASS"


def test_a_check_before_the_confirming_reach_is_unreached() -> None:
    log = Log().open("/", to="/login").expect(HEADING, element()).reach({"url": "/login"}, page("/login"))
    assert last(log) == ("unreached", "wrong-target")


def test_a_script_that_changes_the_address_before_any_action() -> None:
    moved = Log().open("/")
    moved.state(url="http://127.0.0.1:8000/home")
    assert false(moved) == ("unreached", "wrong-target")
    later = Log().open("/").click()
    later.state(url="http://127.0.0.1:8000/home")
    assert false(later) == VIOLATED


def test_the_unasked_document_stays_unconfirmed_after_actions() -> None:
    assert false(Log().open("/", to="/login").click()) == ("unreached", "wrong-target")
    assert false(Log().open("/", to="/login").click().arrive("/orders")) == VIOLATED


def test_a_login_page_in_the_way() -> None:
    assert false(Log().open("/", to="/login", password=True)) == ("unreached", "auth-required")
    foreign = Log().open("/", to="https://sso.example/in", password=True)
    assert false(foreign) == ("unreached", "auth-required")


def test_other_origins() -> None:
    assert false(Log().open("/", to="https://example.com/")) == ("unreached", "wrong-target")
    both = Log(origins=("http://127.0.0.1:8000", "https://pay.example"))
    assert false(both.open("/").click().arrive("https://pay.example/card")) == VIOLATED


def test_files_below_base() -> None:
    log = Log(base="file:///site/index.html", origins=())
    assert false(log.open("file:///site/a.html", status=None)) == VIOLATED
    log = Log(base="file:///site/index.html", origins=())
    assert false(log.open("file:///etc/passwd", status=None)) == ("unreached", "wrong-target")


def test_error_pages_of_the_browser() -> None:
    refused: dict[str, Any] = {"status": None, "net_error": "net::ERR_CONNECTION_REFUSED", "error_page": True}
    assert false(Log().open(**refused)) == ("unreached", "app-unreachable")
    dead_link = Log().open("/").click().arrive("/x", **refused)
    assert false(dead_link) == ("unreached", "app-unreachable")


@pytest.mark.parametrize("error_page", [True, False])
def test_the_status_is_read_before_the_net_error(error_page: bool) -> None:
    empty: dict[str, Any] = {"net_error": "net::ERR_HTTP_RESPONSE_CODE_FAILURE", "error_page": error_page}
    assert false(Log().open(status=404, **empty)) == ("unreached", "wrong-target")
    assert false(Log().open(status=401, **empty)) == ("unreached", "auth-required")
    assert false(Log().open("/").click().arrive("/x", status=404, **empty)) == VIOLATED


def test_a_document_that_was_cut() -> None:
    log = Log().begin("open", "/orders").page_opened()
    log.documents += 1
    log.document = log.pages[0] = 1
    url = "http://127.0.0.1:8000/orders"
    log.emit(ev.DocumentCommitted(place=log.place, url=url, asked=url, status=200, by="open"))
    log.state(dom_ready=True).done()
    log.request("GET /orders", 200, navigation=True, net_error="net::ERR_CONTENT_LENGTH_MISMATCH", began_ms=0)
    log.screenshot()
    assert false(log) == ("unreached", "net-error")
    assert log.verdict().row == 5


def test_a_document_that_never_was_ready() -> None:
    log = Log().open(ready=False)
    assert false(log) == ("unreached", "no-answer")
    assert (log.verdict().row, log.verdict().reason) == (5, "no-answer")


def test_a_true_check_may_come_before_the_document_is_ready() -> None:
    log = Log().open("/").click().arrive("/orders", ready=False).expect(HEADING, element())
    log.state(dom_ready=True)
    assert log.verdict().verdict == "PASS"


def test_a_download_or_204_leaves_the_old_document_unless_open_asked_for_it() -> None:
    assert false(Log().open("/").click().no_document("download", by="page")) == VIOLATED
    assert false(Log().open("/").click().no_document("no-content", by="page", status=204)) == VIOLATED
    log = Log().open("/").begin("open", "/file").no_document("download", path="/file").done()
    assert false(log) == ("unreached", "wrong-target")


def test_a_download_that_a_check_names_is_what_open_wanted() -> None:
    log = Log().begin("open", "/a.csv").no_document("download", path="/a.csv", status=200).done()
    blob = log.blob(b"a,b", "csv")
    file = ev.DownloadEnded(
        place=log.place, url="http://127.0.0.1:8000/a.csv", name="a.csv", size=3, blob=blob
    )
    log.emit(file)
    log.expect({"download": "a.csv"}, downloads(Download(name="a.csv", size=3, blob=blob)))
    assert log.verdict().verdict == "PASS"


def test_answers_are_judged_whatever_the_document() -> None:
    log = Log().open("/orders/41", status=404)
    log.expect(
        {"response": "GET /orders/41", "status_code": "200"},
        network(answer("GET /orders/41", 404)),
        ended="deadline",
    )
    assert last(log) == VIOLATED
    assert log.verdict().row == 1


def test_a_held_check_that_names_another_status_does_not_save_the_open() -> None:
    log = Log().open("/orders/41", status=404)
    log.expect({"response": "GET /other", "status_code": "404"}, network(answer("GET /other", 404)))
    assert (log.verdict().row, log.verdict().reason) == (5, "wrong-target")


def test_a_popup_is_its_own_page() -> None:
    log = Log().open("/").click()
    log.page_opened(1, opener=0).arrive("/print").screenshot()
    assert false(log) == VIOLATED
    log = Log().open("/").click()
    log.page_opened(1, opener=0).arrive("/gone", status=404)
    assert false(log) == VIOLATED
    log.at(page=0)
    assert true(log) == HELD


def test_blank_pages_inherit() -> None:
    log = Log().open("/").click()
    log.page_opened(1, opener=0).arrive("about:blank", status=None, inherits=1)
    assert false(log) == VIOLATED
    log = Log().open("/", status=502).click()
    log.page_opened(1, opener=0).arrive("about:blank", status=None, inherits=1)
    assert false(log) == ("unreached", "gateway-error")
    log = Log().open("/").click()
    log.page_opened(1, opener=0).arrive("about:blank", status=None)
    assert false(log) == ("unreached", "wrong-target")


def test_dead_pages() -> None:
    log = Log().open("/")
    log.emit(ev.PageCrashed(place=log.place))
    assert false(log) == ("unjudged", "page-crash")
    log = Log().open("/")
    log.emit(ev.PageClosed(place=log.place))
    assert false(log) == ("unreached", "wrong-target")


def test_a_page_that_went_while_we_looked() -> None:
    log = Log().open("/").expect(HEADING, ended="page-gone")
    log.emit(ev.PageCrashed(place=log.place))
    assert last(log) == ("unjudged", "page-crash")
    log = Log().open("/").expect(HEADING, ended="page-gone").emit(ev.BrowserLost(message="killed"))
    assert last(log) == ("unjudged", "browser-crash")
    log = Log().open("/").expect(HEADING, ended="page-gone")
    assert last(log) == ("unreached", "wrong-target")


def test_no_document_at_all() -> None:
    assert false(Log()) == ("unreached", "wrong-target")
