"""Which screenshot decides, and was anything rendered at all."""

from __future__ import annotations

from collections.abc import Iterable

from qarunner.model import events as ev
from qarunner.model.record import Fact, RunRecord
from qarunner.model.verdict import Outcome, RunVerdict, Verdict
from qarunner.report.links import Place, is_picture
from qarunner.report.view import Picture


def decisive(record: RunRecord, verdict: RunVerdict, place: Place) -> Picture | None:
    """The picture at what decided: at the violated check or the failed step; for PASS the last good one."""
    taken = [fact for fact in record.screenshots if fact.event.blob and is_picture(fact.event.blob)]
    if not taken:
        return None
    fact = _pointed(taken, verdict) or _best(taken)
    blob = fact.event.blob or ""
    return Picture(place.blob(blob).path, blob.partition(".")[0], _caption(record, fact))


def good(shot: ev.Screenshot) -> bool:
    """Does it show something, and no error page of the browser?"""
    return shot.blob is not None and not shot.one_colour and not shot.error_page


def _pointed(taken: list[Fact[ev.Screenshot]], verdict: RunVerdict) -> Fact[ev.Screenshot] | None:
    if verdict.verdict is Verdict.PASS:
        return None
    pointers = list(verdict.evidence)
    for check in verdict.checks:
        if check.outcome is Outcome.VIOLATED:
            pointers += check.evidence
    for pointer in pointers:
        same = [f for f in taken if f.seq == pointer.seq or (pointer.blob and f.event.blob == pointer.blob)]
        if same:
            return min(same, key=lambda fact: abs(fact.seq - pointer.seq))
    return None


def _best(taken: Iterable[Fact[ev.Screenshot]]) -> Fact[ev.Screenshot]:
    facts = list(taken)
    return next((fact for fact in reversed(facts) if good(fact.event)), facts[-1])


def _caption(record: RunRecord, fact: Fact[ev.Screenshot]) -> str:
    step = fact.event.place.step
    if step is None or not 0 <= step < len(record.steps):
        return "The page when the run ended"
    return f"The page at step {step + 1}: {record.steps[step].plan.label or record.steps[step].plan.kind}"
