"""The verdict over all attempts of one flow: the second table, and what it takes over from the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qarunner.model.verdict import Reason, RunVerdict, Verdict
from qarunner.verdict.table import ROWS, Row

_SAYS_NOTHING = (3, 4)
"""Rows of the first table that say nothing about the product: such an attempt disagrees with nobody."""


@dataclass(frozen=True, slots=True)
class Trials:
    """Which verdicts there were. `unclear`: INCONCLUSIVE by a row that says something about the path to the
    product; an attempt of row 3 or 4 shows in none of the three."""

    passed: bool = False
    failed: bool = False
    unclear: bool = False


def _reasons(*numbers: int) -> frozenset[Reason]:
    return frozenset().union(*(ROWS[number].reasons for number in numbers))


ATTEMPT_ROWS: tuple[Row[Trials], ...] = (
    Row(
        21,
        "one attempt passed and another did not",
        lambda t: t.passed and (t.failed or t.unclear),
        Verdict.INCONCLUSIVE,
        frozenset({Reason.FLAKY}),
    ),
    Row(22, "an attempt failed", lambda t: t.failed, Verdict.FAIL, _reasons(1, 2)),
    Row(
        23,
        "an attempt was inconclusive",
        lambda t: t.unclear,
        Verdict.INCONCLUSIVE,
        _reasons(0, 5, 6, 7, 8, 9),
    ),
    Row(24, "all attempts that say anything passed", lambda t: t.passed, Verdict.PASS, _reasons(10)),
    Row(
        25, "no attempt says anything about the product", lambda _: True, Verdict.INCONCLUSIVE, _reasons(3, 4)
    ),
)
"""Rows are tried in this order. Only 21 has a reason of its own; the others take over the attempt that
decides, with its row of the first table."""


def decide_attempts(trials: Trials) -> Row[Trials]:
    """The row that decides over all attempts of a flow."""
    return next(row for row in ATTEMPT_ROWS if row.fits(trials))


def settle(attempts: Sequence[RunVerdict]) -> RunVerdict:
    """The verdict of a flow from those of its attempts, in order. Raises ValueError without any attempt."""
    if not attempts:
        raise ValueError("a flow without attempts has no verdict")
    telling = [a for a in attempts if a.row not in _SAYS_NOTHING]
    row = decide_attempts(
        Trials(
            passed=any(a.verdict is Verdict.PASS for a in telling),
            failed=any(a.verdict is Verdict.FAIL for a in telling),
            unclear=any(a.verdict is Verdict.INCONCLUSIVE for a in telling),
        )
    )
    if row.number == 21:
        return _flaky(attempts, row)
    return next((a for a in telling if a.verdict is row.verdict), attempts[-1])


def _flaky(attempts: Sequence[RunVerdict], row: Row[Trials]) -> RunVerdict:
    told = ", ".join(f"{n}: {a.verdict} ({a.reason})" for n, a in enumerate(attempts, 1))
    worse = next(a for a in attempts if a.verdict is not Verdict.PASS and a.row not in _SAYS_NOTHING)
    return worse.model_copy(
        update={
            "verdict": row.verdict,
            "reason": Reason.FLAKY,
            "row": row.number,
            "sentence": f"The attempts disagree ({told}).",
        }
    )
