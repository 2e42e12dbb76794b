"""A run is more than its bundles: what is missing, doubled, foreign or out of place counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qarunner.errors import BundleError
from qarunner.model.bundle import BundleBytes
from qarunner.model.verdict import Reason, Verdict
from qarunner.report.digest import run_digest
from qarunner.report.evidence import assemble
from tests.gate_cases import stories

THREE = ("dashboard", "orders", "settings")
TWO = ("dashboard", "orders")


def test_flows_come_in_the_order_of_the_run() -> None:
    found: dict[str, dict[int, BundleBytes | str]] = {
        "settings": {1: stories.unreachable(THREE).bundle()},
        "orders": {1: stories.orders(THREE).bundle()},
        "dashboard": {1: stories.dashboard(THREE).bundle()},
    }
    run = assemble(found)
    assert [flow.slug for flow in run.flows] == list(THREE)
    assert run.suite.verdict is Verdict.FAIL


def test_a_flow_that_the_run_names_must_be_there() -> None:
    run = assemble({"dashboard": {1: stories.dashboard(TWO).bundle()}})
    assert (run.suite.verdict, run.suite.reason) == (Verdict.INCONCLUSIVE, Reason.EVIDENCE_BROKEN)
    assert [len(flow.attempts) for flow in run.flows] == [1, 0]


def test_a_flow_of_another_run_carries_nothing() -> None:
    foreign = stories.dashboard(run="another", slug="orders", bundles=("orders",))
    run = assemble({"dashboard": {1: stories.dashboard(TWO).bundle()}, "orders": {1: foreign.bundle()}})
    assert [flow.verdict.verdict for flow in run.flows] != [Verdict.PASS, Verdict.PASS]
    assert run.suite.verdict is Verdict.INCONCLUSIVE


def test_a_flow_that_the_run_does_not_name_carries_nothing() -> None:
    run = assemble(
        {"dashboard": {1: stories.dashboard().bundle()}, "api": {1: stories.api(("dashboard",)).bundle()}}
    )
    assert run.flows[1].verdict.reason is Reason.EVIDENCE_BROKEN


def test_an_attempt_that_was_taken_away_may_have_failed() -> None:
    again = stories.dashboard(attempt=2).bundle()
    run = assemble({"dashboard": {2: again}})
    assert run.suite.verdict is Verdict.INCONCLUSIVE
    assert run.flows[0].attempts[0].missing


def test_nor_does_a_damaged_first_attempt_leave_a_pass() -> None:
    first = stories.orders(slug="dashboard", bundles=("dashboard",)).bundle()
    again = stories.dashboard(attempt=2).bundle()
    for damaged in (replace(first, log=first.log[:200]), replace(first, seal=None, log=first.log[:-600])):
        run = assemble({"dashboard": {1: damaged, 2: again}})
        assert run.suite.verdict is Verdict.INCONCLUSIVE


def test_a_copied_attempt_is_no_second_attempt() -> None:
    bundle = stories.dashboard().bundle()
    assert assemble({"dashboard": {1: bundle, 2: bundle}}).suite.verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize("log", [b"", b"{}\n", b"\xff\xfe", b"[" * 100_000 + b"\n"])
def test_no_log_at_all_is_broken_evidence(log: bytes) -> None:
    run = assemble({"a": {1: BundleBytes(log, None)}})
    assert (run.suite.verdict, run.suite.reason) == (Verdict.INCONCLUSIVE, Reason.EVIDENCE_BROKEN)


def test_nothing_is_no_run() -> None:
    with pytest.raises(BundleError, match="no flow"):
        assemble({})


def test_the_digest_names_every_bundle() -> None:
    one = {"dashboard": {1: stories.dashboard(TWO).bundle()}}
    two = {**one, "orders": {1: stories.orders(TWO).bundle()}}
    unsealed = {**one, "orders": {1: stories.orders(TWO).bundle(sealed=False)}}
    digests = {run_digest(assemble(found)) for found in (one, two, unsealed)}
    assert len(digests) == 3
