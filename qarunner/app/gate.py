"""The gate: reads what is to be judged, has the evidence derived again, and compares."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from qarunner.app.evidence import load_run
from qarunner.app.report import VERDICT
from qarunner.claims.report import is_report, parse
from qarunner.errors import BundleError, UsageError
from qarunner.gate.check import check
from qarunner.gate.from_report import from_report
from qarunner.gate.from_run import from_run
from qarunner.gate.result import GateResult
from qarunner.gate.view import GateInput, Revision
from qarunner.model.verdict import Verdict
from qarunner.report.derived import derive_files
from qarunner.services.git import tree_of
from qarunner.store.derived import is_plain_file, read_derived
from qarunner.store.files import is_folder
from qarunner.store.rundir import REPORT, bundles, find_target

_REPORT_NAME = re.compile(
    r"qa[-_]?report(?:\.[\w-]+)?\.md|.*[-_.]qa[-_]?report(?:\.[\w-]+)?\.md", re.IGNORECASE
)
_UNKNOWN = "this is no run folder and no report that can be read as one"


def gate(
    target: str,
    *,
    require: Verdict | None = None,
    commit: str = "",
    stdin: bytes = b"",
    checkout: Path = Path(),
) -> GateResult:
    """Judges a run folder, a qa-report.md, or (`-`) a report on standard input. `require`: the verdict that
    must be earned; `commit`: the revision of `checkout` that the evidence must be of. Raises UsageError for a
    target or commit that does not exist. What cannot be read is an answer (4), not an error."""
    return judge(target, require=require, judged=_revision(checkout, commit) if commit else None, stdin=stdin)


def judge(
    target: str, *, require: Verdict | None = None, judged: Revision | None = None, stdin: bytes = b""
) -> GateResult:
    """As `gate`, with the revision already resolved."""
    try:
        given = _read(target, stdin, judged)
    except BundleError as error:
        given = GateInput(source="unknown", out_of_reach=(error.message.rstrip("."),))
    return check(given, target=target, require=require)


def _revision(checkout: Path, asked: str) -> Revision:
    commit, tree = tree_of(checkout, asked)
    if not commit:
        raise UsageError(f"{asked!r} names no commit here", "Run the gate in the checkout that has it.")
    return Revision(asked, commit, tree)


def _read(target: str, stdin: bytes, judged: Revision | None) -> GateInput:
    if target == "-":
        return _text(stdin, REPORT, None, judged)
    path = Path(target)
    if path.is_file():
        return _file(path, judged)
    found = find_target(path)
    if found.run is not None:
        return _run(found.run, REPORT, judged)
    if found.kind == "report":
        return _file(found.path, judged, whole_folder=True)
    return GateInput(
        source="unknown", out_of_reach=("this evidence lies outside a run folder, without a claim",)
    )


def _file(path: Path, judged: Revision | None, *, whole_folder: bool = False) -> GateInput:
    data = read_derived(path)
    if data is None:
        raise UsageError(f"{path} does not exist")
    beside = is_folder(path.parent / "flows")
    text = _decoded(data)
    if not (_REPORT_NAME.fullmatch(path.name) or (text is not None and is_report(text))):
        return GateInput(source="unknown", out_of_reach=(_UNKNOWN,))
    if beside and bundles(path.parent):
        return _run(path.parent, path.name, judged)
    return _text(data, path.name, path.parent, judged, gone=beside or whole_folder)


def _run(run: Path, name: str, judged: Revision | None) -> GateInput:
    report = read_derived(run / name)
    if not bundles(run) and report is not None:
        return _text(report, name, run, judged, gone=True)
    evidence = load_run(run)
    return from_run(
        evidence,
        derive_files(evidence),
        report=report,
        verdict_json=read_derived(run / VERDICT),
        report_name=name,
        judged=judged,
    )


def _text(
    data: bytes, name: str, folder: Path | None, judged: Revision | None, *, gone: bool = False
) -> GateInput:
    """A report without bundles. `gone`: it lies where its evidence should lie."""
    text = _decoded(data)
    if text is None or not is_report(text):
        return GateInput(source="unknown", out_of_reach=(_UNKNOWN,))
    return from_report(text, name, present=_present(text, folder), gone=gone, judged=judged)


def _decoded(data: bytes) -> str | None:
    """Text in UTF-8 or, with its mark, UTF-16; None for anything else."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding).replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None


def _present(text: str, folder: Path | None) -> frozenset[str] | None:
    """Which pictures of the report exist below its folder; None when it has no folder."""
    if folder is None:
        return None
    paths = {image.path for image in parse(text).images if _inside(image.path)}
    return frozenset(path for path in paths if is_plain_file(folder / path))


def _inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return "\0" not in path and len(path) < 1000 and not pure.is_absolute() and ".." not in pure.parts
