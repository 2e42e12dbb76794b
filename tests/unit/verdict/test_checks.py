"""What becomes of a check on a reached page: windows, disturbances, support, time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qarunner.model import events as ev
from qarunner.model.observation import NativeDialog
from tests.unit.builder import Log
from tests.unit.seen import answer, dialogs, element, network, nothing, page

HEADING = {"heading": "Orders"}
SAVED = {"status": "Saved"}


def ready(**run: Any) -> Log:
    """On a reached page, with an action just begun."""
    return Log(**run).open("/orders").reach(HEADING, element()).click()


def last(log: Log) -> tuple[str, str | None]:
    check = log.verdict().checks[-1]
    return check.outcome.value, check.reason.value if check.reason else None


def false(log: Log, **fields: Any) -> tuple[str, str | None]:
    return last(log.expect(SAVED, nothing(), ended="deadline", **fields))


VIOLATED = ("violated", None)
HELD = ("held", None)

Disturb = Callable[[Log], Log]


def socket(log: Log, what: str, code: int | None = None) -> Log:
    event = {"place": log.place, "url": "ws://127.0.0.1:8000/live", "what": what, "code": code}
    return log.emit(ev.WebSocketEvent.model_validate(event))


CUT, REFUSED = "net::ERR_CONTENT_LENGTH_MISMATCH", "net::ERR_CONNECTION_REFUSED"

DISTURBANCES: dict[str, tuple[Disturb, str]] = {
    "net error": (lambda log: log.request("POST /x", None, net_error=REFUSED), "net-error"),
    "cut body": (lambda log: log.request("GET /x", 200, net_error=CUT), "net-error"),
    "502": (lambda log: log.request("POST /x", 502), "gateway-error"),
    "504": (lambda log: log.request("POST /x", 504), "gateway-error"),
    "confirm": (lambda log: log.dialog("confirm"), "unexpected-dialog"),
    "prompt": (lambda log: log.dialog("prompt"), "unexpected-dialog"),
    "beforeunload": (lambda log: log.dialog("beforeunload"), "unexpected-dialog"),
    "chooser": (lambda log: log.emit(ev.FileChooser(place=log.place, declared=False)), "unexpected-dialog"),
    "app": (lambda log: log.emit(ev.AppExited(code=1)), "app-exited"),
    "browser": (lambda log: log.emit(ev.BrowserLost(message="gone")), "browser-crash"),
    "socket refused": (lambda log: socket(log, "refused"), "net-error"),
    "socket dropped": (lambda log: socket(log, "closed", 1006), "net-error"),
    "starved": (lambda log: log.emit(ev.Starved(place=log.place, lag_ms=2001)), "harness-starved"),
    "unanswered": (lambda log: log.pending("POST /x"), "no-answer"),
    "answered later": (
        lambda log: log.request("POST /x", 200, took=0, began_ms=log.now, ended_ms=log.now + 9000),
        "no-answer",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DISTURBANCES)
def test_a_false_check_is_unjudged(name: str) -> None:
    disturb, reason = DISTURBANCES[name]
    assert false(disturb(ready())) == ("unjudged", reason)


@pytest.mark.parametrize("name", DISTURBANCES)
def test_a_true_check_holds_all_the_same(name: str) -> None:
    disturb, _ = DISTURBANCES[name]
    assert last(disturb(ready()).expect(SAVED, element("Saved"))) == HELD


HARMLESS: dict[str, Disturb] = {
    "third party": lambda log: log.request("GET https://ads.example/x", None, net_error="net::ERR_FAILED"),
    "aborted": lambda log: log.request("GET /x", None, net_error="net::ERR_ABORTED"),
    "benign": lambda log: log.request("GET /x", None, net_error="net::ERR_FAILED", benign="download"),
    "own 404": lambda log: log.request("GET /x", 404),
    "alert": lambda log: log.dialog("alert"),
    "declared": lambda log: log.dialog("confirm", declared=True),
    "upload": lambda log: log.emit(ev.FileChooser(place=log.place, declared=True)),
    "socket opened": lambda log: socket(log, "opened"),
    "socket closed": lambda log: socket(log, "closed", 1000),
    "small lag": lambda log: log.emit(ev.Starved(place=log.place, lag_ms=1999)),
    "open stream": lambda log: log.request("GET /events", 200, ended_ms=None, pending=True),
    "third party pending": lambda log: log.pending("GET https://ads.example/x"),
    "favicon": lambda log: log.request("GET /favicon.ico", 502, benign="favicon"),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_says_nothing_against_a_violation(name: str) -> None:
    assert false(HARMLESS[name](ready())) == VIOLATED


def test_what_was_before_the_window_does_not_count() -> None:
    log = Log().open("/orders").reach(HEADING, element()).request("POST /x", 502).click()
    assert false(log) == VIOLATED
    log = Log().open("/orders").reach(HEADING, element()).request("POST /x", 502).click()
    assert false(log, window_ms=0) == ("unjudged", "gateway-error")


def test_what_came_after_the_last_look_does_not_count() -> None:
    log = ready().expect(SAVED, nothing(), ended="deadline").request("POST /x", 502)
    assert last(log) == VIOLATED


def test_an_unanswered_request_does_not_excuse_a_check_with_within() -> None:
    assert false(ready().pending("POST /x"), within="2s") == VIOLATED


def test_a_request_from_before_the_window_may_stay_unanswered() -> None:
    log = Log().open("/orders").pending("GET /poll").reach(HEADING, element()).click()
    assert false(log) == VIOLATED


def test_the_post_mortem_counts_when_the_log_has_no_end() -> None:
    log = ready()
    log.ends = False
    seen = ev.Alive(responsive=True, pending=("POST /x",))
    assert false(log, alive=seen) == ("unjudged", "no-answer")


def test_a_lag_is_measured_by_the_deadline() -> None:
    log = ready().emit(ev.Starved(place=ev.Place(), lag_ms=500))
    assert false(log, within="2s") == ("unjudged", "harness-starved")
    assert false(ready(), alive=ev.Alive(responsive=True, lag_ms=2001)) == ("unjudged", "harness-starved")


# ---- what the flow names


@pytest.mark.parametrize(
    ("conditions", "outcome"),
    [
        ({"response": "POST /x", "status_code": "503"}, VIOLATED),
        ({"response": "POST /*", "status_code": "503"}, VIOLATED),
        ({"response": "POST /x", "status_code": "502"}, ("unjudged", "gateway-error")),
        ({"response": "POST /x", "status_code": "200"}, ("unjudged", "gateway-error")),
        ({"response": "POST /x"}, ("unjudged", "gateway-error")),
        ({"response": "GET /x", "status_code": "503"}, ("unjudged", "gateway-error")),
    ],
)
def test_a_named_status_is_a_fact(conditions: dict[str, str], outcome: tuple[str, str | None]) -> None:
    log = ready().planned("expect", conditions).request("POST /x", 503)
    assert false(log) == outcome


def test_a_check_that_names_the_status_is_judged() -> None:
    log = ready().request("POST /x", 503)
    named = {"response": "POST /x", "status_code": "503"}
    assert last(log.expect(named, network(answer("POST /x", 503)))) == HELD
    assert log.verdict().verdict == "PASS"


def test_a_named_status_with_a_variable() -> None:
    log = ready(values={"where": "/x"})
    log.planned("expect", {"response": "POST $where", "status_code": "503"}).request("POST /x", 503)
    assert false(log) == VIOLATED
    log = ready()
    log.planned("expect", {"response": "POST $where", "status_code": "503"}).request("POST /x", 503)
    assert false(log) == ("unjudged", "gateway-error")


def test_a_named_dialog_is_a_fact() -> None:
    seen = dialogs(NativeDialog(type="confirm", message="Really?", answered="dismissed"))
    log = ready().dialog("confirm", "Really?").expect({"native_dialog": "Really?"}, seen)
    assert false(log) == VIOLATED
    log = ready().dialog("confirm", "Really?").expect({"native_dialog": "Other"}, seen, ended="deadline")
    assert last(log) == ("unjudged", "unexpected-dialog")


def test_a_status_that_http_or_open_names() -> None:
    log = ready().act("http", {"get": "/x", "status_code": "503"}).request("GET /x", 503, by_flow=True)
    assert false(log) == VIOLATED


# ---- allowances


@pytest.mark.parametrize(
    ("kind", "pattern", "outcome"),
    [
        ("gateway_error", "POST /x?what=metrics", VIOLATED),
        ("gateway_error", "/x", VIOLATED),
        ("gateway_error", "* /x", VIOLATED),
        ("gateway_error", "GET /x", ("unjudged", "gateway-error")),
        ("gateway_error", "POST /y", ("unjudged", "gateway-error")),
        ("server_error", "POST /x", ("unjudged", "gateway-error")),
    ],
)
def test_an_allowed_incident_disturbs_nothing(
    kind: str, pattern: str, outcome: tuple[str, str | None]
) -> None:
    log = ready(allow=(ev.AllowRule(kind=kind, pattern=pattern),)).request("POST /x?what=metrics", 503)
    assert false(log) == outcome


# ---- taint


def test_after_an_unjudged_check_nothing_false_is_proof() -> None:
    log = ready().request("POST /x", 502).expect(SAVED, nothing(), ended="deadline").click("Next")
    assert false(log) == ("unjudged", "gateway-error")


def test_a_reach_on_a_new_document_lifts_it() -> None:
    log = ready().request("POST /x", 502).expect(SAVED, nothing(), ended="deadline").click("Next")
    log.arrive("/next").reach({"url": "/next"}, page("/next"))
    assert false(log) == VIOLATED


def test_a_reach_on_the_same_document_does_not() -> None:
    log = ready().request("POST /x", 502).expect(SAVED, nothing(), ended="deadline").click("Next")
    assert false(log.reach(HEADING, element())) == ("unjudged", "gateway-error")


def test_a_new_document_without_a_reach_does_not() -> None:
    log = (
        ready().request("POST /x", 502).expect(SAVED, nothing(), ended="deadline").click("Next").arrive("/n")
    )
    assert false(log) == ("unjudged", "gateway-error")


def test_a_reach_of_another_page_does_not() -> None:
    log = ready().request("POST /x", 502).expect(SAVED, nothing(), ended="deadline")
    log.at("bob").page_opened(1).open("/chat").reach({"url": "/chat"}, page("/chat")).at("main", 0).click(
        "Next"
    )
    assert false(log) == ("unjudged", "gateway-error")


def test_an_ambiguous_check_taints_nothing() -> None:
    log = ready().expect(SAVED, element("Saved", times=2), ended="ambiguous")
    assert last(log) == ("unjudged", "flow-defect")
    assert false(log) == VIOLATED
