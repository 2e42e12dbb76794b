"""Where the path of a flow breaks: rows 5 and 6, and what is not judged at all."""

from __future__ import annotations

from typing import Any

from qarunner.model import events as ev
from qarunner.verdict.derive import explain
from tests.unit.builder import Log
from tests.unit.seen import element, nothing, page
from tests.unit.verdict.test_surface import HEADING, false


def test_an_action_on_the_wrong_document_is_row_5() -> None:
    log = Log().open("/").click()
    refused: dict[str, Any] = {"status": None, "net_error": "net::ERR_CONNECTION_REFUSED", "error_page": True}
    log.arrive("/x", **refused).begin("click", {"button": "Save"}).blocked("target-missing")
    assert (log.verdict().row, log.verdict().reason) == (5, "app-unreachable")


def test_a_reach_that_waits_for_an_unanswered_document() -> None:
    log = Log().open("/").click().pending("GET /orders", navigation=True)
    log.reach({"url": "/orders"}, page("/"), ended="deadline")
    assert (log.verdict().row, log.verdict().reason) == (5, "no-answer")


def test_a_reach_that_meets_a_login_page() -> None:
    log = Log().open("/").click().arrive("/login", password=True)
    log.reach({"url": "/orders"}, page("/login"), ended="deadline")
    assert (log.verdict().row, log.verdict().reason) == (5, "auth-required")


def test_a_reach_that_was_late_or_on_a_refused_page() -> None:
    log = Log().open("/").click().after(5000).reach(HEADING, element(), within="2s")
    assert (log.verdict().row, log.verdict().reason) == (6, "target-missing")
    log = Log().open("/").click().arrive("/x", status=404).reach(HEADING, element())
    assert (log.verdict().row, log.verdict().reason) == (5, "wrong-target")


def test_after_steps_never_judge() -> None:
    log = Log().open("/").expect(HEADING, element())
    log.open("/cleanup", status=404, always=True)
    log.request("DELETE /api/orders", 500).page_error()
    log.begin("click", {"button": "Reset"}, always=True).blocked("target-missing")
    log.looked("expect", HEADING, nothing(), modifiers={"always": True})
    assert log.verdict().verdict == "PASS"
    assert len(log.verdict().checks) == 1


def test_what_happens_after_the_end_is_not_judged() -> None:
    log = Log().open("/").expect(HEADING, element())
    log.emit(ev.RunEnded(settled_ms=500)).page_error().request("GET /x", 500).emit(ev.AppExited(code=1))
    log.emit(ev.BrowserLost(message="closed")).emit(ev.PageCrashed(place=log.place))
    log.ends = False
    assert log.verdict().verdict == "PASS"


def test_an_open_that_was_not_ready_in_time_did_not_come() -> None:
    log = Log().begin("open", "/orders").arrive("/orders", by="open", ready=False)
    log.emit(ev.StepDone(place=log.place, elapsed_ms=10_000)).state(dom_ready=True)
    log.expect(HEADING, element())
    assert (log.verdict().row, log.verdict().reason) == (5, "no-answer")


def test_a_document_that_is_kept_waiting_names_the_request() -> None:
    log = Log().open(ready=False).pending("GET /slow.js").expect(HEADING, nothing(), ended="deadline")
    (check,) = log.verdict().checks
    assert check.actual.endswith(
        "(the document was not ready: GET http://127.0.0.1:8000/slow.js was still unanswered)"
    )


def test_a_script_redirect_that_the_browser_takes_for_the_open() -> None:
    log = Log().begin("open", "/").arrive("/", by="open").arrive("/login", by="open").done()
    assert false(log.screenshot()) == ("unreached", "wrong-target")


def test_a_skipped_action_is_none() -> None:
    log = Log().open("/").begin("click", {"button": "Accept"}, when={"dialog": "Cookies"})
    log.emit(ev.StepSkipped(place=log.place, why="branch")).arrive("/x", status=404)
    assert false(log) == ("unreached", "wrong-target")


def test_a_call_of_our_own_needs_no_document() -> None:
    log = (
        Log()
        .begin("http", {"post": "/test/reset", "status_code": "204"})
        .blocked("setup-failed", "status 404")
    )
    assert (log.verdict().row, log.verdict().reason) == (6, "setup-failed")


def test_an_unknown_value_is_a_defect_of_the_flow_wherever_we_are() -> None:
    log = Log().begin("open", "/$nothing").blocked("flow-defect", "$nothing has no value here")
    assert (log.verdict().row, log.verdict().reason) == (6, "flow-defect")
    log = (
        Log().open("/", status=404).begin("click", {"button": "$nothing"}).blocked("flow-defect", "no value")
    )
    assert {c.row for c in explain(log.record()).causes} >= {5, 6}


def test_an_app_that_ends_before_it_is_ready() -> None:
    log = Log(app=True).planned("open", "/").planned("expect", HEADING).emit(ev.AppExited(code=1))
    found = log.verdict()
    assert (found.row, found.reason) == (5, "app-exited")
    assert found.sentence == "The app under test ended with code 1 before it was ready."


def test_a_dead_app_explains_a_refused_connection() -> None:
    log = Log().open("/").click().emit(ev.AppExited(code=1))
    log.arrive("/x", status=None, net_error="net::ERR_CONNECTION_REFUSED", error_page=True)
    assert false(log) == ("unreached", "app-exited")
