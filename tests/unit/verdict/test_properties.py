"""No change to the evidence turns anything into PASS, and no log makes the derivation raise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.errors import BundleError
from qarunner.fold.integrity import check
from qarunner.fold.run import fold
from qarunner.model import events as ev
from qarunner.model.bundle import BundleBytes
from qarunner.model.verdict import RunVerdict, Verdict
from qarunner.verdict.derive import broken, derive
from tests.unit.builder import Log
from tests.unit.ledger import chain, seal
from tests.unit.verdict import scenarios, test_checks, test_faults

BUILDERS = [build for build, *_ in test_faults.FAULTS]
BUILDERS += [scenario[0] for scenario in scenarios.SCENARIOS.values()]
BUILDERS += [lambda d=d: d(test_checks.ready()) for d, _ in test_checks.DISTURBANCES.values()]  # type: ignore[misc]
LOGS: list[Log] = [build() for build in BUILDERS]
PASSING = [log for log in LOGS if log.verdict().verdict is Verdict.PASS]


def judged(bundle: BundleBytes) -> RunVerdict:
    entries, integrity = check(bundle)
    try:
        return derive(fold(entries, integrity))
    except BundleError as error:
        return broken(integrity, error.message)


def test_there_is_something_to_break() -> None:
    assert len(PASSING) > 5
    assert len(LOGS) > 50


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_edited_bundle_passes(data: st.DataObject) -> None:
    """Lines edited, deleted, doubled or swapped: never PASS."""
    log = data.draw(st.sampled_from(LOGS))
    bundle = log.bundle()
    lines = bundle.log.split(b"\n")[:-1]
    first, second = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    changed = list(lines)
    match data.draw(st.sampled_from(["delete", "double", "swap", "edit", "cut"])):
        case "delete":
            del changed[first]
        case "double":
            changed.insert(second, lines[first])
        case "swap":
            changed[first], changed[second] = lines[second], lines[first]
        case "edit":
            place = data.draw(st.integers(0, len(lines[first]) - 1))
            byte = data.draw(st.binary(min_size=1, max_size=1))
            changed[first] = lines[first][:place] + byte + lines[first][place + 1 :]
        case "cut":
            changed = changed[:first]
    if changed != lines:
        edited = b"".join(line + b"\n" for line in changed)
        assert judged(replace(bundle, log=edited)).verdict is not Verdict.PASS


@pytest.mark.parametrize("log", PASSING)
def test_without_seal_or_blobs_nothing_passes(log: Log) -> None:
    bundle = log.bundle()
    assert judged(replace(bundle, seal=None)).verdict is Verdict.INCONCLUSIVE
    for name in bundle.blobs:
        fewer = {n: fact for n, fact in bundle.blobs.items() if n != name}
        assert judged(replace(bundle, blobs=fewer)).verdict is Verdict.INCONCLUSIVE


FOR_IT = (
    ev.Looked, ev.Screenshot, ev.DocumentCommitted, ev.DocumentState, ev.PageOpened, ev.StepDone,
    ev.StepStarted, ev.RunEnded,
)  # fmt: skip
"""Facts that can only speak for the product."""


def rebuilt(log: Log, gone: int) -> BundleBytes:
    """The bundle without one event, with a chain and a seal made anew by somebody who knows how."""
    events = [(e.at, e.event) for e in log.entries()]
    del events[gone]
    return seal(chain(events), log.blobs)


@pytest.mark.parametrize("log", [log for log in LOGS if log not in PASSING])
def test_leaving_out_what_speaks_for_the_product_never_gives_a_pass(log: Log) -> None:
    for entry in log.entries():
        if isinstance(entry.event, FOR_IT):
            assert judged(rebuilt(log, entry.seq)).verdict is not Verdict.PASS


@pytest.mark.parametrize("log", PASSING)
def test_every_check_and_every_document_of_a_pass_is_needed(log: Log) -> None:
    entries = log.entries()
    for entry in entries:
        if isinstance(entry.event, ev.Looked) and entry.event.place.step is not None:
            if log.plan[entry.event.place.step].kind == "expect":
                assert judged(rebuilt(log, entry.seq)).verdict is Verdict.INCONCLUSIVE
        elif isinstance(entry.event, ev.DocumentCommitted | ev.RunEnded):
            assert judged(rebuilt(log, entry.seq)).verdict is Verdict.INCONCLUSIVE


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_derivation_is_total(data: st.DataObject) -> None:
    """Events of all logs in any order still give a verdict."""
    log = data.draw(st.sampled_from(LOGS))
    pool = [
        e.event
        for other in data.draw(st.lists(st.sampled_from(LOGS), max_size=3))
        for e in other.entries()[1:]
    ]
    mixed = data.draw(st.permutations([e.event for e in log.entries()[1:]] + pool))[:60]
    events = [(0.0, log.entries()[0].event), *((float(n * 7), event) for n, event in enumerate(mixed))]
    found = judged(seal(chain(events), log.blobs))
    assert found.sentence and found.evidence is not None
    assert judged(seal(chain(events), log.blobs)) == found
