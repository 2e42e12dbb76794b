"""Each row and reason of the table has its scenario, and its sentence is the one that people read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qarunner.fold.integrity import check
from qarunner.fold.run import fold
from qarunner.model import events as ev
from qarunner.verdict.derive import broken, derive
from tests.unit.builder import Log
from tests.unit.verdict.scenarios import ORDERS, SCENARIOS, blocked, failing, held


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_row_its_reason_and_its_sentence(name: str) -> None:
    build, verdict, reason, row, sentence = SCENARIOS[name]
    found = build().verdict()
    assert (found.verdict, found.reason, found.row, found.sentence) == (verdict, reason, row, sentence)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_verdict_points_at_its_evidence(name: str) -> None:
    log = SCENARIOS[name][0]()
    assert log.verdict().evidence
    assert all(e.seq < len(log.lines()) for e in log.verdict().evidence)


OBSTACLES: tuple[tuple[ev.Obstacle, int, str], ...] = (
    ("target-missing", 6, "target-missing"),
    ("target-covered", 6, "target-covered"),
    ("target-disabled", 6, "target-disabled"),
    ("target-moving", 6, "target-moving"),
    ("value-refused", 6, "value-refused"),
    ("flow-defect", 6, "flow-defect"),
    ("setup-failed", 6, "setup-failed"),
    ("navigation", 5, "no-answer"),
    ("page-unresponsive", 4, "page-unresponsive"),
    ("page-crash", 4, "page-crash"),
    ("browser-crash", 4, "browser-crash"),
    ("capture-failed", 4, "capture-failed"),
)


@pytest.mark.parametrize(("obstacle", "row", "reason"), OBSTACLES)
def test_what_an_action_met(obstacle: ev.Obstacle, row: int, reason: str) -> None:
    found = blocked(obstacle).planned("expect", ORDERS).verdict()
    assert (found.verdict, found.row, found.reason) == ("INCONCLUSIVE", row, reason)
    assert [(c.outcome, c.reason) for c in found.checks] == [("unreached", "not-run")]


# ---- row 3 and the state of the evidence


def test_broken_evidence_is_row_3() -> None:
    bundle = held().bundle()
    found = derive(fold(*check(replace(bundle, blobs={}))))
    assert (found.verdict, found.reason, found.row) == ("INCONCLUSIVE", "evidence-broken", 3)
    assert found.sentence.startswith("The evidence is broken at blobs/")


def test_a_violated_check_before_the_break_is_still_a_failure() -> None:
    bundle = failing(Log().open("/orders")).click().bundle()
    lines = bundle.log.split(b"\n")
    late = b"\n".join([*lines[:-3], lines[-3].replace(b'"seq":', b'"seq" :'), *lines[-2:]])
    found = derive(fold(*check(replace(bundle, log=late))))
    assert (found.verdict, found.row) == ("FAIL", 1)
    early = b"\n".join([*lines[:3], lines[3].replace(b'"seq":', b'"seq" :'), *lines[4:]])
    found = derive(fold(*check(replace(bundle, log=early))))
    assert (found.verdict, found.row, found.reason) == ("INCONCLUSIVE", 3, "evidence-broken")


def test_a_failure_on_a_doubtful_line_is_none() -> None:
    bundle = held().page_error().bundle()
    lines = bundle.log.split(b"\n")
    at = next(i for i, line in enumerate(lines) if b"page_error" in line)
    log = b"\n".join([*lines[:at], lines[at].replace(b"undefined", b"UNDEFINED"), *lines[at + 1 :]])
    found = derive(fold(*check(replace(bundle, log=log))))
    assert (found.verdict, found.row) == ("INCONCLUSIVE", 3)


def test_without_a_seal_the_run_was_interrupted() -> None:
    found = held().verdict(sealed=False)
    assert (found.verdict, found.reason, found.row) == ("INCONCLUSIVE", "interrupted", 4)
    assert failing(Log().open()).verdict(sealed=False).row == 1


def test_a_sealed_log_without_its_end_was_interrupted_too() -> None:
    log = held()
    log.ends = False
    assert (log.verdict().reason, log.verdict().row) == ("interrupted", 4)


def test_what_is_no_log_at_all_has_a_verdict() -> None:
    bundle = replace(held().bundle(), log=b"praise\n")
    found = broken(check(bundle)[1], "The log has no readable first line.")
    assert (found.verdict, found.reason, found.row) == ("INCONCLUSIVE", "evidence-broken", 3)
    assert "events.jsonl:1" in found.sentence
