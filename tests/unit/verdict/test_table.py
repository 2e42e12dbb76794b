"""The whole finite domain of both tables, against an oracle that was written without looking at them."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from typing import Any

from qarunner.model.verdict import Reason, Verdict
from qarunner.verdict.attempts import ATTEMPT_ROWS, Trials, decide_attempts
from qarunner.verdict.table import ROWS, Checks, Log, Situation, decide

_BOOLEANS = (False, True)
DOMAIN = tuple(
    Situation(foreign, violated, fault, log, harness, document, blocked, incident, checks, witnessed)
    for foreign, violated, fault, log, harness, document, blocked, incident, checks, witnessed in product(
        _BOOLEANS, _BOOLEANS, _BOOLEANS, Log, _BOOLEANS, _BOOLEANS, _BOOLEANS, _BOOLEANS, Checks, _BOOLEANS
    )
)


def oracle(s: Situation) -> tuple[int, Verdict]:
    """The rules in plain words: who may speak, in which order."""
    if s.foreign:
        return 0, Verdict.INCONCLUSIVE  # it was not our build at all
    if s.violated or s.fault:
        return (1 if s.violated else 2), Verdict.FAIL  # a failure was observed: nothing later takes it back
    nothing_wrong = not (s.harness or s.document or s.blocked or s.incident)
    if s.log is Log.SEALED and nothing_wrong and s.checks is Checks.ALL_HELD and s.witnessed:
        return 10, Verdict.PASS
    if s.log is Log.BROKEN:
        return 3, Verdict.INCONCLUSIVE
    if s.log is Log.UNSEALED:
        return 4, Verdict.INCONCLUSIVE
    for row, there in ((4, s.harness), (5, s.document), (6, s.blocked), (7, s.incident)):
        if there:
            return row, Verdict.INCONCLUSIVE
    unexplained = s.checks in (Checks.ALL_HELD, Checks.EXPLAINED)
    return (9 if unexplained else 8), Verdict.INCONCLUSIVE


def test_every_situation_has_the_row_and_verdict_of_the_oracle() -> None:
    assert len(DOMAIN) == 2**8 * 3 * len(Checks) == len(set(DOMAIN))
    wrong = [s for s in DOMAIN if (decide(s).number, decide(s).verdict) != oracle(s)]
    assert wrong == []


def test_every_row_is_needed() -> None:
    assert {decide(s).number for s in DOMAIN} == {row.number for row in ROWS} == set(range(11))


def test_there_is_one_way_to_pass() -> None:
    assert [s for s in DOMAIN if decide(s).verdict is Verdict.PASS] == [Situation()]


_WORST: dict[str, list[Any]] = {
    "log": [Log.UNSEALED, Log.BROKEN],
    "checks": [c for c in Checks if c is not Checks.ALL_HELD],
    "witnessed": [False],
}


def worse(situation: Situation) -> list[Situation]:
    """The situation with one thing worse: evidence gone, a check unjudged, one more trouble."""
    found = []
    for field in fields(Situation):
        value = getattr(situation, field.name)
        worst = _WORST.get(field.name, [True])
        found += [replace(situation, **{field.name: w}) for w in worst if w != value]
    return found


def test_nothing_that_gets_worse_ever_becomes_a_pass() -> None:
    for situation in DOMAIN:
        assert all(decide(w).verdict is not Verdict.PASS for w in worse(situation))


def test_a_failure_stays_a_failure_whatever_else_goes_wrong() -> None:
    for situation in DOMAIN:
        if decide(situation).verdict is Verdict.FAIL:
            others = [w for w in worse(situation) if not w.foreign]
            assert all(decide(w).verdict is Verdict.FAIL for w in others)


def test_fail_needs_an_observed_failure() -> None:
    failed = [s for s in DOMAIN if decide(s).verdict is Verdict.FAIL]
    assert all((s.violated or s.fault) and not s.foreign for s in failed)


def test_the_reasons_of_each_row() -> None:
    assert {row.number: {r.value for r in row.reasons} for row in ROWS} == {
        0: {"wrong-target"},
        1: {"check-violated"},
        2: {
            "page-error",
            "server-error",
            "console-error",
            "client-error",
            "unexpected-dialog",
            "unexpected-download",
        },
        3: {"evidence-broken"},
        4: {
            "browser-crash",
            "page-crash",
            "page-unresponsive",
            "capture-failed",
            "harness-starved",
            "interrupted",
            "budget-exceeded",
        },
        5: {
            "app-unreachable",
            "app-exited",
            "no-answer",
            "net-error",
            "auth-required",
            "rate-limited",
            "gateway-error",
            "wrong-target",
        },
        6: {
            "target-missing",
            "value-refused",
            "target-covered",
            "target-disabled",
            "target-moving",
            "flow-defect",
            "setup-failed",
        },
        7: {
            "net-error",
            "no-answer",
            "gateway-error",
            "unexpected-dialog",
            "app-exited",
            # incidents that a flow itself sets to `inconclusive`
            "page-error",
            "server-error",
            "console-error",
            "client-error",
            "unexpected-download",
        },
        8: {
            "not-run",
            "nothing-checked",
            "unsupported",
            "baseline-missing",
            "unrecorded-request",
            "request-refused",
            "rule-not-covered",
        },
        9: {"evidence-incomplete"},
        10: {"all-held"},
    }


def test_each_reason_of_an_attempt_has_a_row() -> None:
    listed = frozenset().union(*(row.reasons for row in ROWS))
    others = {Reason.FLAKY, Reason.SHARD_MISSING, Reason.SHARD_DOUBLED, Reason.SHARD_FOREIGN}
    assert listed == set(Reason) - others


def attempts_oracle(t: Trials) -> tuple[int, Verdict]:
    if t.passed and not t.failed and not t.unclear:
        return 24, Verdict.PASS
    if t.passed:
        return 21, Verdict.INCONCLUSIVE
    if t.failed:
        return 22, Verdict.FAIL
    return (23 if t.unclear else 25), Verdict.INCONCLUSIVE


def test_every_mix_of_attempts_has_the_row_of_the_oracle() -> None:
    domain = [Trials(*values) for values in product(_BOOLEANS, repeat=3)]
    assert [(decide_attempts(t).number, decide_attempts(t).verdict) for t in domain] == [
        attempts_oracle(t) for t in domain
    ]
    assert {decide_attempts(t).number for t in domain} == {row.number for row in ATTEMPT_ROWS}
