"""The checklist: each check of the flow with its outcome, and the criteria that the checks stand for."""

from __future__ import annotations

from collections.abc import Sequence

from qarunner.model.verdict import CheckResult, Outcome, RunVerdict
from qarunner.report.links import Place
from qarunner.report.view import CheckView, CriterionView

_WORST_FIRST = (Outcome.VIOLATED, Outcome.UNREACHED, Outcome.UNJUDGED, Outcome.HELD)


def checks(verdict: RunVerdict, place: Place) -> tuple[CheckView, ...]:
    """One entry a check, in the order of the flow."""
    return tuple(
        CheckView(
            id=check.id,
            label=check.label or check.id,
            outcome=check.outcome,
            why=_why(check),
            expected=check.expected,
            actual=check.actual,
            because=check.because,
            evidence=place.all(check.evidence),
        )
        for check in verdict.checks
    )


def criteria(views: Sequence[CheckView], flow: str) -> tuple[CriterionView, ...]:
    """A row a criterion, in order of appearance; checks that name none stand for that of the `flow`."""
    grouped: dict[str, list[CheckView]] = {}
    for check in views:
        name = check.because or flow
        if name:
            grouped.setdefault(name, []).append(check)
    return tuple(
        CriterionView(
            name,
            sum(check.outcome is Outcome.HELD for check in members),
            len(members),
            next(o for o in _WORST_FIRST if any(check.outcome is o for check in members)),
        )
        for name, members in grouped.items()
    )


def _why(check: CheckResult) -> str:
    late = f"late: held at {check.late_ms / 1000:.1f} s" if check.late_ms is not None else ""
    return "; ".join(filter(None, (check.reason.value if check.reason else "", late)))
