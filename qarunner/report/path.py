"""The path of a flow: each step, what became of it and what it hit."""

from __future__ import annotations

from qarunner.model import events as ev
from qarunner.model.record import RunRecord, StepRecord
from qarunner.model.verdict import CheckResult, Outcome, RunVerdict
from qarunner.report.view import StepView
from qarunner.verdict.glances import Glance, glance
from qarunner.verdict.story import Story

_SKIPPED = {
    "branch": "skipped: its condition was not true",
    "optional-absent": "skipped: the optional target was absent",
    "ended-before": "not run",
}


def steps(record: RunRecord, verdict: RunVerdict) -> tuple[StepView, ...]:
    """One entry a planned step, also for those that never began."""
    checks = {check.step: check for check in verdict.checks}
    origins = Story(record).origins
    return tuple(_step(record, step, checks.get(step.index), glance(step, origins)) for step in record.steps)


def title(plan: ev.PlannedStep) -> str:
    """A step in words, its kind first."""
    label = plan.label or ""
    return label if label.startswith(plan.kind) else f"{plan.kind} {label}".strip()


def _step(record: RunRecord, step: StepRecord, check: CheckResult | None, seen: Glance | None) -> StepView:
    return StepView(
        number=step.index + 1,
        text=title(step.plan),
        result=_result(step, check, seen),
        hit=_hit(record, step, seen),
        page=_page(step),
    )


def _result(step: StepRecord, check: CheckResult | None, seen: Glance | None) -> str:
    if step.blocked is not None:
        return f"blocked: {step.blocked.event.obstacle}"
    if step.skipped is not None:
        return _SKIPPED[step.skipped.event.why]
    if check is not None and (step.looked is not None or check.outcome is not Outcome.UNREACHED):
        return check.outcome.value
    if step.done is not None:
        return "done"
    if seen is not None:
        return "held" if seen.holds else "did not hold"
    return "not run" if step.started is None else "begun, not finished"


def _hit(record: RunRecord, step: StepRecord, seen: Glance | None) -> str:
    parts: list[str] = []
    hit = (step.done and step.done.event.hit) or (step.blocked and step.blocked.event.hit)
    if hit:
        parts.append(_element(hit))
        if hit.top:
            parts.append(f"but the point hit {hit.top}")
    if step.blocked is not None:
        parts.append(step.blocked.event.message)
    if step.done is not None and step.done.event.read_back is not None:
        parts.append(f"reads back “{step.done.event.read_back}”")
    if seen is not None:
        parts.append(seen.actual)
    parts += _documents(record, step.index)
    parts += _post_mortem(step)
    return "; ".join(part for part in parts if part)


def _element(hit: ev.Hit) -> str:
    what = hit.role or hit.tag or "element"
    point = f" at {hit.point[0]:g},{hit.point[1]:g}" if hit.point else ""
    return f"{what} “{hit.name}”{point}" if hit.name else f"{what}{point}"


def _documents(record: RunRecord, index: int) -> list[str]:
    found = []
    for fact in record.documents:
        if fact.event.place.step == index:
            status = "no status" if fact.event.status is None else str(fact.event.status)
            found.append(f"document {fact.event.net_error or status}")
    found += [
        f"no document: {no_document(failed.event)}"
        for failed in record.failed_navigations
        if failed.event.place.step == index
    ]
    return found[:3]


def _post_mortem(step: StepRecord) -> list[str]:
    """What the look after a failure found: who else fits, and who never answered."""
    facts = (step.blocked and step.blocked.event.alive, step.looked and step.looked.event.alive)
    found = []
    for alive in facts:
        if alive and alive.candidates:
            found.append(f"candidates: {', '.join(alive.candidates[:4])}")
        if alive and alive.pending:
            found.append(f"unanswered: {', '.join(alive.pending[:3])}")
    return found


def no_document(event: ev.NavigationFailed) -> str:
    """Why a navigation gave no document, in one word or as Chromium says it."""
    return event.net_error if event.net_error and event.outcome == "net-error" else event.outcome


def _page(step: StepRecord) -> str:
    for fact in (step.looked, step.blocked, step.done):
        if fact is not None and fact.event.url:
            return fact.event.url
    return ""
