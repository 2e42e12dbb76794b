"""A whole run as evidence: every attempt of every flow, folded and judged. Pure: bytes in, verdicts out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qarunner.errors import BundleError
from qarunner.fold.integrity import check
from qarunner.fold.run import fold
from qarunner.model import events as ev
from qarunner.model.bundle import BundleBytes
from qarunner.model.record import Break, Integrity, RunRecord
from qarunner.model.verdict import RunVerdict, Verdict
from qarunner.report.links import Place, is_picture
from qarunner.verdict import derive
from qarunner.verdict.incidents import Incident
from qarunner.verdict.suite import SuiteVerdict, combine, combine_attempts, missing


@dataclass(frozen=True, slots=True)
class Attempt:
    """One bundle. `record` is None when its log cannot be read as one of ours: `trouble` says why, and
    `missing` whether there is none at all."""

    number: int
    integrity: Integrity
    record: RunRecord | None
    verdict: RunVerdict
    incidents: tuple[Incident, ...] = ()
    trouble: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class FlowEvidence:
    """All attempts of one flow or row of `each`, in order; none when its folder is missing."""

    slug: str
    attempts: tuple[Attempt, ...]
    verdict: RunVerdict

    @property
    def deciding(self) -> Attempt | None:
        """The attempt that the verdict is about: the one whose evidence it names, else the last."""
        same = (a for a in self.attempts if a.verdict.evidence == self.verdict.evidence)
        return next(same, self.attempts[-1] if self.attempts else None)

    @property
    def started(self) -> ev.RunStarted | None:
        """What the first readable log says of flow and run."""
        return next((a.record.started.event for a in self.attempts if a.record is not None), None)


@dataclass(frozen=True, slots=True)
class RunEvidence:
    """A run: its flows in the order of the run, and what lies there without belonging there (paths from
    the run folder)."""

    run: str
    flows: tuple[FlowEvidence, ...]
    suite: SuiteVerdict
    strange: tuple[str, ...] = ()

    @property
    def pictures(self) -> frozenset[str]:
        """The paths of all screenshots, from the run folder."""
        return frozenset(
            Place(flow.slug, attempt.number).blob(fact.event.blob).path
            for flow in self.flows
            for attempt in flow.attempts
            for fact in (attempt.record.screenshots if attempt.record else ())
            if fact.event.blob and is_picture(fact.event.blob)
        )


Found = Mapping[str, Mapping[int, BundleBytes | str]]
"""Slug -> number of the attempt -> its bytes, or why there are none."""


def assemble(found: Found, strange: Sequence[str] = ()) -> RunEvidence:
    """Everything that lies in a run folder, judged. Never raises for what a bundle holds; raises
    BundleError when there is no flow at all."""
    read = {
        slug: {number: _read(number, data) for number, data in sorted(attempts.items())}
        for slug, attempts in found.items()
    }
    run, order = _identity([a for attempts in read.values() for a in attempts.values()])
    slugs = [*dict.fromkeys(order), *sorted(slug for slug in read if slug not in order)]
    if not slugs:
        raise BundleError(
            "There is no flow in this run folder.", "Give the folder that `qarunner run` wrote."
        )
    flows = tuple(_flow(slug, read.get(slug, {}), run, order) for slug in slugs)
    return RunEvidence(run, flows, combine([flow.verdict for flow in flows]), tuple(sorted(strange)))


def _read(number: int, data: BundleBytes | str) -> Attempt:
    if isinstance(data, str):
        lost = Integrity(sealed=False, breaks=(Break("events.jsonl", "empty", data, 0),))
        return Attempt(number, lost, None, derive.broken(lost, data), trouble=data, missing=True)
    entries, integrity = check(data)
    try:
        record = fold(entries, integrity)
    except BundleError as error:
        verdict = derive.broken(integrity, error.message)
        return Attempt(number, integrity, None, verdict, trouble=error.message)
    return _judged(number, record)


def _judged(number: int, record: RunRecord) -> Attempt:
    explained = derive.explain(record)
    return Attempt(number, record.integrity, record, explained.verdict, explained.incidents)


def _identity(attempts: Sequence[Attempt]) -> tuple[str, tuple[str, ...]]:
    """Run id and slugs as most logs state them."""
    stated = Counter(
        (a.record.started.event.run, a.record.started.event.bundles) for a in attempts if a.record
    )
    if not stated:
        return "", ()
    return min(stated, key=lambda said: (-stated[said], said))


def _flow(slug: str, read: Mapping[int, Attempt], run: str, order: tuple[str, ...]) -> FlowEvidence:
    """One flow. Attempts count from 1 without a gap: a gap is an attempt that somebody took away."""
    if not read:
        return FlowEvidence(slug, (), missing(slug))
    attempts = tuple(
        _placed(read[number], slug, run, order) if number in read else _read(number, "the folder is gone")
        for number in range(1, max(read) + 1)
    )
    return FlowEvidence(slug, attempts, _over(attempts))


def _over(attempts: Sequence[Attempt]) -> RunVerdict:
    """The verdict over all attempts. An attempt whose evidence is not whole may have been a failure: then
    the others cannot carry PASS."""
    verdict = combine_attempts([attempt.verdict for attempt in attempts])
    doubtful = next((a for a in attempts if not a.integrity.sealed), None)
    if verdict.verdict is not Verdict.PASS or doubtful is None:
        return verdict
    what = f"what attempt {doubtful.number} showed is unknown"
    return derive.broken(doubtful.integrity, what).model_copy(update={"checks": verdict.checks})


def _placed(attempt: Attempt, slug: str, run: str, order: tuple[str, ...]) -> Attempt:
    """`attempt` when it says of itself that it lies where it lies; else broken as a whole."""
    if attempt.record is None:
        return attempt
    said = attempt.record.started.event
    if (said.run, said.slug, said.attempt) == (run, slug, attempt.number) and slug in (order or (slug,)):
        return attempt
    what = f"it is attempt {said.attempt} of {said.slug!r} in run {said.run!r} and does not belong here"
    integrity = replace(
        attempt.integrity,
        sealed=False,
        breaks=(*attempt.integrity.breaks, Break("events.jsonl:1", "sequence", what, 0)),
    )
    return _judged(attempt.number, replace(attempt.record, integrity=integrity))
