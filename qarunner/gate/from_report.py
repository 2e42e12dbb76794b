"""A report without its evidence as the gate sees it: only what the text alone decides can be judged."""

from __future__ import annotations

import re
from collections.abc import Collection

from qarunner.claims.report import ReportClaim, parse
from qarunner.gate.finding import Pointer
from qarunner.gate.from_run import all_claimed, claimed
from qarunner.gate.view import GateInput, Revision, Subject, Trouble
from qarunner.model.verdict import Verdict

_TREE = re.compile(r"tree of the files under test ([0-9a-f]{40,64})")
_COMMIT = re.compile(r"\b[0-9a-f]{40,64}\b")
_ENOUGH_ITEMS = 2


def from_report(
    text: str,
    path: str,
    *,
    present: Collection[str] | None = None,
    gone: bool = False,
    judged: Revision | None = None,
) -> GateInput:
    """`present`: which of the embedded relative paths exist and are plain files (None: not looked).
    `gone`: the report lies where its evidence should lie, so it is missing and not just elsewhere."""
    claim = parse(text)
    stated = claim.verdict
    ours = claim.digest is not None
    wanted = 1 if ours and stated is not None and stated.verdict is Verdict.PASS else 0
    short = len(claim.items) < (wanted if ours else _ENOUGH_ITEMS)
    missing = [] if ours or present is None else _missing(claim, path, present)
    if gone and claim.digest is not None:
        what = f"names the evidence {claim.digest.text}, which is not there"
        missing.append(Trouble(Pointer(path, claim.digest.line), what))
    where = Pointer(path, stated.line if stated else 1)
    return GateInput(
        source="report",
        claim=claimed(claim, path),
        claims=all_claimed(claim, path),
        report=Pointer(path),
        no_report=Trouble(where, _too_few(claim)) if short and stated is not None else None,
        miscounts=_miscounts(claim, path),
        missing=tuple(missing),
        subjects=_subjects(claim, path),
        judged=judged,
        decision=Pointer(path, claim.decision.line) if claim.decision else None,
        pictured=bool(claim.images),
        picturable=not ours,
        out_of_reach=_out_of_reach(claim, pictures=bool(claim.images) and not missing),
    )


def _out_of_reach(claim: ReportClaim, *, pictures: bool) -> tuple[str, ...]:
    stated = claim.verdict
    if stated is None:
        return ("the report states no verdict",)
    if claim.digest is not None:
        return ("the evidence of the report is not at hand; give the run folder",)
    if stated.verdict is Verdict.INCONCLUSIVE:
        return ("the report names no run; whether anybody tried cannot be seen",)
    if stated.verdict is Verdict.FAIL and pictures:
        return ("the report names no run; what its pictures show cannot be held against one",)
    return ()


def _too_few(claim: ReportClaim) -> str:
    count = len(claim.items)
    return f"the report has {count or 'no'} checklist item{'' if count == 1 else 's'}"


def _missing(claim: ReportClaim, path: str, present: Collection[str]) -> list[Trouble]:
    return [
        Trouble(Pointer(path, image.line), f"embeds {image.path!r}, which is not there")
        for image in claim.images
        if "://" not in image.path and image.path not in present
    ]


def _miscounts(claim: ReportClaim, path: str) -> tuple[Trouble, ...]:
    """The headline numbers against the report's own marks."""
    if not claim.counts:
        return ()
    line = claim.counts[0][0]
    stated = dict.fromkeys(("held", "violated", "unreached", "unjudged"), 0)
    for _, word, number in claim.counts:
        stated[word] += number
    marks = [item.mark for item in claim.items if claim.end is None or item.line < claim.end]
    pairs = (
        ("held", stated["held"], marks.count("x")),
        ("violated", stated["violated"], marks.count(" ")),
        ("unreached or unjudged", stated["unreached"] + stated["unjudged"], marks.count("?")),
    )
    return tuple(
        Trouble(Pointer(path, line), f"counts {said} {word}; its own list marks {marked}")
        for word, said, marked in pairs
        if said != marked
    )


def _subjects(claim: ReportClaim, path: str) -> tuple[Subject, ...]:
    if claim.commit is None:
        return ()
    commit, tree = _COMMIT.search(claim.commit.text), _TREE.search(claim.commit.text)
    where = Pointer(path, claim.commit.line)
    return (Subject("the report", commit.group() if commit else "", tree[1] if tree else "", where),)
