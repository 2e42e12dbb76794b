"""The verdict over several flows: FAIL before INCONCLUSIVE before PASS."""

from __future__ import annotations

from collections.abc import Sequence

from qarunner.errors import UsageError
from qarunner.model.base import Value
from qarunner.model.verdict import Reason, RunVerdict, Verdict
from qarunner.verdict.attempts import settle

WORST_FIRST = (Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.PASS)


class SuiteVerdict(Value):
    """Verdict, reason and row of the flow that decides: the first with the worst verdict (`decisive` is its
    place in the list, from 0). `counts` says how many flows have each verdict."""

    verdict: Verdict
    reason: Reason
    row: int
    sentence: str
    decisive: int
    counts: dict[Verdict, int]


def combine(verdicts: Sequence[RunVerdict]) -> SuiteVerdict:
    """The verdict over the flows of a run, in its order. A flow whose evidence is missing must be in the list
    as INCONCLUSIVE (`missing`). Raises UsageError when the list is empty."""
    if not verdicts:
        raise UsageError("No flow was run.", "Nothing matched: see `qarunner list`.")
    worst = next(v for v in WORST_FIRST if any(f.verdict is v for f in verdicts))
    place, first = next((n, f) for n, f in enumerate(verdicts) if f.verdict is worst)
    counts = {v: sum(f.verdict is v for f in verdicts) for v in WORST_FIRST}
    told = ", ".join(f"{n} {v}" for v, n in counts.items() if n)
    sentence = first.sentence if len(verdicts) == 1 else f"{len(verdicts)} flows: {told}. {first.sentence}"
    return SuiteVerdict(
        verdict=worst, reason=first.reason, row=first.row, sentence=sentence, decisive=place, counts=counts
    )


def combine_attempts(verdicts: Sequence[RunVerdict]) -> RunVerdict:
    """The verdict of one flow from those of its attempts, in order; see `attempts`."""
    return settle(verdicts)


def missing(slug: str) -> RunVerdict:
    """The verdict over a flow whose evidence is not there although the run lists it."""
    return RunVerdict(
        verdict=Verdict.INCONCLUSIVE,
        reason=Reason.EVIDENCE_BROKEN,
        row=3,
        sentence=f"The evidence of {slug} is missing.",
    )
