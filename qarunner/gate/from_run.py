"""A run folder as the gate sees it: its report is the claim, its bundles are the evidence."""

from __future__ import annotations

from dataclasses import replace

from qarunner.claims.report import ReportClaim, parse
from qarunner.gate.differences import json_differences, report_differences
from qarunner.gate.finding import Pointer
from qarunner.gate.view import Claimed, GateInput, Revision, Subject, Support, Trouble
from qarunner.model.record import Break, Integrity
from qarunner.model.verdict import RunVerdict, Verdict
from qarunner.report.derived import Derived
from qarunner.report.evidence import Attempt, FlowEvidence, RunEvidence
from qarunner.report.links import Place
from qarunner.report.verdict_json import seals

_UNREACHED_ROWS = (0, 5, 6)
_HARNESS_ROW = 4


def from_run(
    evidence: RunEvidence,
    derived: Derived,
    *,
    report: bytes | None,
    verdict_json: bytes | None = None,
    report_name: str = "qa-report.md",
    judged: Revision | None = None,
) -> GateInput:
    """`derived` is what `evidence` gives; `report` and `verdict_json` are what was found on the disk (None:
    nothing). A missing verdict.json is no fault: it can be rebuilt."""
    where = Pointer(report_name)
    supports = tuple(_support(flow) for flow in evidence.flows)
    broken, missing = _troubles(evidence)
    common = GateInput(
        source="run-folder",
        derived=_whole(evidence, supports),
        supports=supports,
        broken=broken,
        missing=missing,
        subjects=tuple(_subjects(evidence)),
        judged=judged,
    )
    if report is None:
        why = Trouble(where, "the run folder has no qa-report.md")
        return replace(common, no_report=why)
    text = report.decode("utf-8", "replace")
    claim = parse(text)
    differences = report_differences(report_name, report, derived.report)
    if any(difference.aspect == "digest" for difference in differences):
        broken = (*broken, *_other_seals(evidence, verdict_json))
    if verdict_json is not None:
        differences += json_differences("verdict.json", verdict_json, derived.verdict)
    return replace(
        common,
        broken=broken,
        claim=claimed(claim, report_name),
        claims=all_claimed(claim, report_name),
        report=where,
        differences=differences,
        miscounts=_below_the_end(claim, report_name),
        missing=(*missing, *_pictures_below(claim, report_name, evidence)),
        decision=Pointer(report_name, claim.decision.line) if claim.decision else None,
        pictured=bool(claim.images),
        picturable=bool(parse(derived.report).images),
    )


def claimed(claim: ReportClaim, path: str) -> Claimed | None:
    """The verdict of a report that counts."""
    stated = claim.verdict
    if stated is None:
        return None
    return Claimed(stated.verdict, Pointer(path, stated.line), stated.text, claim.reason is not None)


def all_claimed(claim: ReportClaim, path: str) -> tuple[Claimed, ...]:
    """Every verdict that a report states."""
    seen = {v.line for v in claim.verdicts}
    stated = (*claim.verdicts, *(v for v in claim.afterwards if v.line not in seen))
    return tuple(Claimed(v.verdict, Pointer(path, v.line), v.text) for v in stated)


def _support(flow: FlowEvidence) -> Support:
    attempt = flow.deciding
    verdict = flow.verdict
    return Support(
        subject=flow.slug,
        verdict=verdict.verdict,
        reason=verdict.reason,
        row=verdict.row,
        sentence=verdict.sentence,
        where=_pointer(flow.slug, attempt, attempt.verdict if attempt else verdict),
        attempted=any(a.record is not None and a.record.started is not None for a in flow.attempts),
        reached=attempt is None
        or verdict.verdict is not Verdict.INCONCLUSIVE
        or attempt.verdict.row not in _UNREACHED_ROWS,
        finished=attempt is not None and attempt.verdict.row != _HARNESS_ROW,
        failure=next(
            (_pointer(flow.slug, a, a.verdict) for a in flow.attempts if a.verdict.verdict is Verdict.FAIL),
            None,
        ),
        flow=flow,
    )


def _whole(evidence: RunEvidence, supports: tuple[Support, ...]) -> Support:
    suite = evidence.suite
    deciding = supports[suite.decisive]
    return Support(
        subject="",
        verdict=suite.verdict,
        reason=suite.reason,
        row=suite.row,
        sentence=suite.sentence,
        where=deciding.where,
        attempted=any(s.attempted for s in supports),
        reached=deciding.reached,
        finished=all(s.finished for s in supports),
        failure=next((s.failure for s in supports if s.failure is not None), None),
    )


def _pointer(slug: str, attempt: Attempt | None, verdict: RunVerdict) -> Pointer:
    place = Place(slug, attempt.number if attempt else 1)
    if attempt is None or attempt.record is None:
        return Pointer(place.folder)
    seq = verdict.evidence[0].seq if verdict.evidence else 0
    return Pointer(f"{place.folder}/events.jsonl", seq + 1)


def _troubles(evidence: RunEvidence) -> tuple[tuple[Trouble, ...], tuple[Trouble, ...]]:
    broken = [Trouble(Pointer(path), "does not belong into a run folder") for path in evidence.strange]
    missing: list[Trouble] = []
    for flow in evidence.flows:
        if not flow.attempts:
            missing.append(
                Trouble(Pointer(Place(flow.slug, 1).folder), "the run names this flow, its evidence is gone")
            )
        for attempt in flow.attempts:
            folder = Place(flow.slug, attempt.number).folder
            if attempt.missing:
                missing.append(Trouble(Pointer(folder), attempt.trouble))
                continue
            for found in attempt.integrity.breaks:
                if not _of_an_interrupted_run(found, attempt.integrity):
                    target = missing if found.what == "blob-missing" else broken
                    target.append(Trouble(_place_of(folder, found), f"{found.what}: {found.message}"))
    return tuple(broken), tuple(missing)


def _other_seals(evidence: RunEvidence, verdict_json: bytes | None) -> tuple[Trouble, ...]:
    """Seals that are not those which verdict.json names, and that no break points at. Told when the report,
    too, names another digest."""
    named = seals(verdict_json) if verdict_json is not None else {}
    found = []
    for flow in evidence.flows:
        for attempt in flow.attempts:
            seal = attempt.integrity.seal_digest
            claimed = named.get((flow.slug, attempt.number), seal)
            if claimed != seal and not attempt.missing and claimed not in ("", "None"):
                where = Pointer(f"{Place(flow.slug, attempt.number).folder}/seal.json")
                if not seal:
                    found.append(Trouble(where, "verdict.json names a seal, there is none"))
                elif not any(b.where == "seal.json" for b in attempt.integrity.breaks):
                    found.append(Trouble(where, "is not the seal that verdict.json names"))
    return tuple(found)


def _of_an_interrupted_run(found: Break, integrity: Integrity) -> bool:
    """A log that was never closed, and the half line at its end, are what a killed run leaves behind."""
    return found.what == "unsealed" or (found.what == "torn-line" and not integrity.seal_digest)


def _place_of(folder: str, found: Break) -> Pointer:
    name, _, line = found.where.rpartition(":")
    if name and line.isdigit() and int(line) > 0:
        return Pointer(f"{folder}/{name}", int(line))
    return Pointer(f"{folder}/{found.where}")


def _subjects(evidence: RunEvidence) -> list[Subject]:
    found = []
    for flow in evidence.flows:
        for attempt in flow.attempts:
            if attempt.record is not None:
                git = attempt.record.started.event.git
                log = Pointer(f"{Place(flow.slug, attempt.number).folder}/events.jsonl", 1)
                found.append(Subject(flow.slug, git.commit, git.worktree, log))
    return found


def _below_the_end(claim: ReportClaim, path: str) -> tuple[Trouble, ...]:
    """Ticked boxes below the end marker: nothing in the evidence stands behind them."""
    return tuple(
        Trouble(Pointer(path, item.line), f"ticks {item.label!r} below the report; no check stands behind it")
        for item in claim.items
        if claim.end is not None and item.line > claim.end and item.mark == "x"
    )


def _pictures_below(claim: ReportClaim, path: str, evidence: RunEvidence) -> list[Trouble]:
    """Pictures embedded below the end marker that are no part of the evidence."""
    return [
        Trouble(Pointer(path, image.line), f"embeds {image.path!r}, which is no picture of this run")
        for image in claim.images
        if claim.end is not None and image.line > claim.end and image.path not in evidence.pictures
    ]
