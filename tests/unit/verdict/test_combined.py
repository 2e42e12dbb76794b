"""Attempts of a flow, and flows of a run."""

from __future__ import annotations

import pytest

from qarunner.errors import UsageError
from qarunner.model.verdict import Reason, RunVerdict, Verdict
from qarunner.verdict.suite import combine, combine_attempts, missing


def verdict(word: str, reason: Reason, row: int) -> RunVerdict:
    return RunVerdict(verdict=Verdict(word), reason=reason, row=row, sentence=f"{word} {reason}.")


PASS = verdict("PASS", Reason.ALL_HELD, 10)
FAIL = verdict("FAIL", Reason.CHECK_VIOLATED, 1)
WRONG = verdict("INCONCLUSIVE", Reason.WRONG_TARGET, 5)
FOREIGN = verdict("INCONCLUSIVE", Reason.WRONG_TARGET, 0)
BROKEN = verdict("INCONCLUSIVE", Reason.EVIDENCE_BROKEN, 3)
CRASH = verdict("INCONCLUSIVE", Reason.BROWSER_CRASH, 4)


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        ([PASS], PASS),
        ([FAIL], FAIL),
        ([CRASH], CRASH),
        ([FAIL, FAIL], FAIL),
        ([CRASH, PASS], PASS),
        ([BROKEN, PASS], PASS),
        ([CRASH, FAIL], FAIL),
        ([CRASH, BROKEN], BROKEN),
        ([WRONG, CRASH], WRONG),
        ([WRONG, FAIL], FAIL),
    ],
)
def test_attempts_that_do_not_disagree(attempts: list[RunVerdict], expected: RunVerdict) -> None:
    assert combine_attempts(attempts) == expected


@pytest.mark.parametrize("other", [FAIL, WRONG, FOREIGN])
def test_attempts_that_disagree_are_flaky(other: RunVerdict) -> None:
    for attempts in ([PASS, other], [other, PASS], [CRASH, other, PASS]):
        found = combine_attempts(attempts)
        assert (found.verdict, found.reason, found.row) == (Verdict.INCONCLUSIVE, Reason.FLAKY, 21)
    told = combine_attempts([other, PASS]).sentence
    assert told == f"The attempts disagree (1: {other.verdict} ({other.reason}), 2: PASS (all-held))."


def test_without_attempts_there_is_no_verdict() -> None:
    with pytest.raises(ValueError, match="without attempts"):
        combine_attempts([])


@pytest.mark.parametrize(
    ("flows", "decides"),
    [
        ([PASS], 0),
        ([PASS, PASS], 0),
        ([PASS, WRONG], 1),
        ([WRONG, FAIL, PASS], 1),
        ([FAIL, verdict("FAIL", Reason.PAGE_ERROR, 2)], 0),
    ],
)
def test_the_worst_flow_decides(flows: list[RunVerdict], decides: int) -> None:
    found = combine(flows)
    chosen = flows[decides]
    assert (found.verdict, found.reason, found.row, found.decisive) == (
        chosen.verdict,
        chosen.reason,
        chosen.row,
        decides,
    )
    assert chosen.sentence in found.sentence


def test_the_sentence_counts_the_flows() -> None:
    assert combine([PASS, FAIL, WRONG]).sentence.startswith("3 flows: 1 FAIL, 1 INCONCLUSIVE, 1 PASS. ")
    assert combine([PASS]).sentence == PASS.sentence


def test_a_missing_flow_is_inconclusive() -> None:
    found = combine([PASS, missing("orders")])
    assert (found.verdict, found.reason, found.row) == (Verdict.INCONCLUSIVE, Reason.EVIDENCE_BROKEN, 3)


def test_no_flow_at_all_is_a_mistake_of_the_user() -> None:
    with pytest.raises(UsageError):
        combine([])
