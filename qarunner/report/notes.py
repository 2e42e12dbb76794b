"""What a reader should know beside the checklist: hints, what was allowed, what is missing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from qarunner.model import events as ev
from qarunner.model.record import Fact, RunRecord, StepRecord
from qarunner.model.verdict import CheckResult, Outcome, RunVerdict
from qarunner.verdict.incidents import Incident

_MOST = 5
_NOT_LOCATOR = ("with", "option", "to", "file", "key", "at", "what")


def notes(record: RunRecord, verdict: RunVerdict, incidents: Sequence[Incident]) -> tuple[str, ...]:
    """Sentences in fixed order."""
    return (
        *_evidence(record),
        *_missing_targets(record),
        *_third_parties(record, verdict),
        *_allowed(incidents),
        *_harness(record),
        *_app(record),
        *_pictures(record),
        *_dropped(record),
        _until(record),
    )


def _evidence(record: RunRecord) -> Iterator[str]:
    for found in record.integrity.breaks[:_MOST]:
        yield f"The evidence is not whole: {found.where}: {found.message}."
    if len(record.integrity.breaks) > _MOST:
        yield f"{len(record.integrity.breaks) - _MOST} more places of the evidence are broken."


def _missing_targets(record: RunRecord) -> Iterator[str]:
    for step in record.steps:
        if step.blocked is not None and step.blocked.event.obstacle == "target-missing":
            yield (
                f"Step {step.index + 1} found no target. What must exist is written as a check before it, "
                f"“{_as_check(step.plan)}”: then its absence on a reached page is a FAIL."
            )


def _as_check(plan: ev.PlannedStep) -> str:
    locator = plan.argument
    if isinstance(locator, dict):
        locator = {key: value for key, value in locator.items() if key not in _NOT_LOCATOR}
    return f"expect: {json.dumps(locator, ensure_ascii=False)}"


def _third_parties(record: RunRecord, verdict: RunVerdict) -> Iterator[str]:
    told: set[str] = set()
    for check in verdict.checks:
        step = _step(record, check)
        if check.outcome is not Outcome.VIOLATED or step is None or step.looked is None:
            continue
        look = step.looked.event
        for fact in record.requests:
            request = fact.event
            inside = look.window_ms <= (request.ended_ms or fact.at) and request.began_ms <= look.looked_ms
            if request.own or request.benign or not inside or not _failed(request) or request.url in told:
                continue
            told.add(request.url)
            if len(told) <= _MOST:
                yield (
                    f"While {check.id!r} was looked for, {request.method} {request.url} failed "
                    f"({request.net_error or request.status}). It is another origin, so it did not count; "
                    "if this server is yours, add it to “origins:”."
                )


def _step(record: RunRecord, check: CheckResult) -> StepRecord | None:
    return record.steps[check.step] if 0 <= check.step < len(record.steps) else None


def _failed(request: ev.Request) -> bool:
    return bool(request.net_error) or (request.status or 0) >= 400


def _allowed(incidents: Sequence[Incident]) -> Iterator[str]:
    for kind, count in sorted(Counter(i.kind for i in incidents if i.allowed).items()):
        yield f"Allowed by the flow and not counted against it: {count} × {kind}."


def _harness(record: RunRecord) -> Iterator[str]:
    for fact in record.harness[:_MOST]:
        yield f"Trouble of the run itself at {fact.at / 1000:.1f} s: {_trouble(fact)}."
    if len(record.harness) > _MOST:
        yield f"{len(record.harness) - _MOST} more troubles of the run itself are in the log."


def _trouble(
    fact: Fact[ev.Starved | ev.BrowserLost | ev.Interrupted | ev.BudgetExceeded | ev.HarnessTrouble],
) -> str:
    match fact.event:
        case ev.Starved(lag_ms=lag):
            return f"the machine was too busy, {lag:.0f} ms late"
        case ev.BrowserLost(message=message):
            return f"the browser was lost: {message}"
        case ev.Interrupted(signal=signal):
            return f"interrupted by {signal}"
        case ev.BudgetExceeded(budget_ms=budget):
            return f"the budget of {budget / 1000:g} s was used up"
        case ev.HarnessTrouble(what=what):
            return what.rstrip(".")


def _app(record: RunRecord) -> Iterator[str]:
    for fact in record.app:
        match fact.event:
            case ev.AppUnready(url=url, last=last, waited_ms=waited, log_tail=tail):
                asked = f"The app was not ready after {waited / 1000:.1f} s of asking {url}"
                yield f"{asked}: {last}.{_tail(tail)}"
            case ev.AppExited(code=code, log_tail=tail):
                yield f"The app ended by itself with code {code}.{_tail(tail)}"
            case _:
                pass


def _tail(text: str) -> str:
    return f" The end of its output: “{text.strip()[-300:]}”." if text.strip() else ""


def _pictures(record: RunRecord) -> Iterator[str]:
    if not any(fact.event.blob for fact in record.screenshots):
        yield "Nothing was rendered." if not record.documents else "No picture was kept."
    failed = [fact for fact in record.screenshots if fact.event.blob is None]
    if failed:
        why = failed[0].event.failed or "no reason is known"
        yield f"{len(failed)} screenshot(s) could not be taken; the first: {why}."
    masked = sum(fact.event.masked > 0 for fact in record.screenshots)
    if masked:
        yield f"Masked areas in {masked} screenshot(s)."


def _dropped(record: RunRecord) -> Iterator[str]:
    for fact in record.dropped:
        yield f"Over the cap and not kept: {fact.event.count} × {fact.event.channel}."


def _until(record: RunRecord) -> str:
    if record.ended is None:
        return "The log has no end: what happened after its last line is unknown."
    seconds, settled = record.ended.at / 1000, record.ended.event.settled_ms
    return f"Observed until {seconds:.1f} s after the start, {settled:.0f} ms after the last step."
