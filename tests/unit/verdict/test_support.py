"""What a held check needs: support, time, a look that can be read. And what never ran."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.model.observation import ConsoleLine, Sighting
from tests.unit.builder import Log
from tests.unit.seen import answer, console, element, network, nothing, page
from tests.unit.verdict.test_checks import HEADING, HELD, SAVED, VIOLATED, last, ready

# ---- what needs support

SEEN = (Sighting(text="Error", from_ms=1, to_ms=2),)
LINE = ConsoleLine(level="log", text="hi")
EMPTY: dict[str, tuple[dict[str, Any], Any]] = {
    "absent": ({"text": "Error", "absent": "true"}, nothing()),
    "gone": (
        {"text": "Error", "gone": "true"},
        nothing(sightings=(Sighting(text="Error", from_ms=1, to_ms=2),)),
    ),
    "no request": ({"no_request": "DELETE /x"}, network()),
    "console": (
        {"console": {"level": "error", "absent": "true"}},
        console(ConsoleLine(level="log", text="hi")),
    ),
    "count 0": ({"text": "Error", "count": "0"}, nothing()),
    "at most": ({"text": "Error", "at_most": "3"}, nothing()),
}


@pytest.mark.parametrize("name", EMPTY)
def test_what_an_empty_page_would_do_as_well_needs_support(name: str) -> None:
    conditions, seen = EMPTY[name]
    assert last(Log().open().expect(conditions, seen)) == ("unjudged", "unsupported")
    assert last(Log().open().reach(HEADING, element()).expect(conditions, seen)) == HELD
    assert last(Log().open().expect(HEADING, element()).expect(conditions, seen)) == HELD
    assert last(Log().open().expect(conditions, seen).reach(HEADING, element())) == (
        "unjudged",
        "unsupported",
    )
    later = Log().open().reach(HEADING, element()).click().arrive("/next").expect(conditions, seen)
    assert last(later) == ("unjudged", "unsupported")


def test_a_negative_reach_supports_nothing() -> None:
    log = Log().open().reach({"text": "Loading", "absent": "true"}, nothing())
    assert last(log.expect({"text": "Error", "absent": "true"}, nothing())) == ("unjudged", "unsupported")


def test_an_answer_supports_no_request_but_no_absence() -> None:
    log = Log().act("http", {"get": "/x"}).expect({"response": "GET /x"}, network(answer("GET /x")))
    assert last(log.expect({"no_request": "DELETE /x"}, network())) == HELD
    log = Log().open().expect({"response": "GET /orders"}, network(answer("GET /orders")))
    assert last(log.expect({"text": "Error", "absent": "true"}, nothing())) == ("unjudged", "unsupported")


def test_what_is_there_although_it_must_not_be_needs_no_support() -> None:
    log = Log().open().expect({"text": "Error", "absent": "true"}, element("Error"), ended="deadline")
    assert last(log) == VIOLATED


# ---- time


def test_within_counts_from_the_action() -> None:
    assert last(ready().after(1900).expect(SAVED, element("Saved"), within="2s")) == HELD
    log = ready().after(3400).expect(SAVED, element("Saved"), within="2s", count=9)
    assert last(log) == VIOLATED
    check = log.verdict().checks[-1]
    assert check.late_ms == pytest.approx(3422, abs=5)
    assert check.actual == "late: held at 3.4 s (visible)"


def test_what_was_true_at_the_first_look_was_not_seen_to_be_late() -> None:
    log = ready().after(3400).expect(SAVED, element("Saved"), within="2s", count=1)
    assert last(log) == ("unjudged", "evidence-incomplete")
    assert log.verdict().row == 9


def test_late_in_a_disturbed_window_is_unjudged() -> None:
    log = ready().request("POST /x", 502).after(3400).expect(SAVED, element("Saved"), within="2s")
    assert last(log) == ("unjudged", "gateway-error")


def test_for_asks_how_long_it_held() -> None:
    assert last(ready().expect(SAVED, element("Saved"), for_="1s", held_for_ms=1000)) == HELD
    log = ready().expect(SAVED, element("Saved"), for_="1s", held_for_ms=300, ended="deadline")
    assert last(log) == VIOLATED
    assert log.verdict().checks[-1].actual == "visible, but only for 300 ms"
    late = (
        ready()
        .after(1500)
        .expect(SAVED, element("Saved"), within="2s", for_="1s", held_for_ms=1000, took=1000)
    )
    assert last(late) == HELD


def test_all_conditions_must_hold() -> None:
    log = ready().expect(
        {"url": "/orders", "heading": "Orders"}, page("/orders"), nothing(), ended="deadline"
    )
    assert last(log) == VIOLATED
    assert log.verdict().checks[-1].actual == "no element fits"


# ---- what cannot be judged


def test_a_look_that_cannot_be_read_is_broken_evidence() -> None:
    log = ready().expect(SAVED)
    assert last(log) == ("unjudged", "evidence-broken")
    assert log.verdict().row == 3
    log = ready().expect({"praise": "much"}, element())
    assert last(log) == ("unjudged", "evidence-broken")


def test_a_body_that_was_not_kept_is_no_proof() -> None:
    wanted = {"response": "GET /x", "json": {"id": 7}}
    log = ready().expect(wanted, network(answer("GET /x", 200, None)), ended="deadline")
    assert last(log) == ("unjudged", "evidence-incomplete")
    assert (log.verdict().row, log.verdict().reason) == (9, "evidence-incomplete")
    wanted["status_code"] = "201"
    log = ready().expect(wanted, network(answer("GET /x", 200, None)), ended="deadline")
    assert last(log) == VIOLATED


def test_a_check_that_could_not_begin() -> None:
    log = ready().begin("expect", SAVED).blocked("flow-defect", "$code has no value here")
    assert last(log) == ("unjudged", "flow-defect")
    assert (log.verdict().row, log.verdict().reason) == (6, "flow-defect")


def test_declared_checks_that_never_ran() -> None:
    log = ready().begin("click", {"button": "Next"}).blocked("target-missing")
    log.planned("expect", SAVED, as_="saved")
    (check,) = log.verdict().checks
    assert (check.outcome, check.reason, check.label) == ("unreached", "not-run", "saved")
    assert (log.verdict().row, log.verdict().reason) == (6, "target-missing")


def test_the_line_of_the_checklist() -> None:
    log = ready().expect(SAVED, element("Saved"), modifiers={"because": ["AC-1", "AC-2"], "as": "it says so"})
    (check,) = log.verdict().checks
    assert (check.step, check.label, check.because) == (3, "it says so", "AC-1, AC-2")
    assert check.expected == 'status "Saved"'
    assert check.actual == "visible"
    assert check.evidence[0].blob in log.blobs
