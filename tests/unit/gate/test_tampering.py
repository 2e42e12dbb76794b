"""Nobody changes a run folder unseen: whatever byte, line, blob, mark, word or number is touched, the gate
flags it and names the place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.app.evidence import load_run
from qarunner.app.gate import gate
from qarunner.app.report import report as rebuild
from qarunner.claims.report import END_MARKER
from qarunner.errors import ExitCode
from qarunner.gate.result import GateResult
from qarunner.model.verdict import Verdict

RUNS = sorted(path for path in (Path(__file__).parents[3] / "fixtures/reports").iterdir() if path.is_dir())
GOOD = st.sampled_from(RUNS)
MANY = settings(max_examples=100, deadline=None)
DATA = st.data()


@contextmanager
def copy(run: Path) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(shutil.copytree(run, Path(folder) / run.name))


def files(run: Path) -> list[Path]:
    return sorted(path for path in run.rglob("*") if path.is_file())


def flagged(run: Path, touched: Path) -> GateResult:
    """The gate flags `run`, and a finding names the file that was touched."""
    result = gate(str(run))
    assert result.exit_code is ExitCode.FLAG, result.last_line
    name = touched.relative_to(run).as_posix()
    assert any(name == finding.where.path for finding in result.findings), (name, result.findings)
    return result


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_the_folders_are_good(run: Path) -> None:
    result = gate(str(run))
    assert (result.findings, result.cannot, result.exit_code) == ((), (), ExitCode.OK)


@MANY
@given(GOOD, DATA)
def test_a_changed_byte(good: Path, data: st.DataObject) -> None:
    with copy(good) as run:
        path = data.draw(st.sampled_from(files(run)))
        content = bytearray(path.read_bytes())
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)
        result = flagged(run, path)
        if path.suffix in (".md", ".jsonl"):
            line = bytes(content[:place]).count(b"\n") + 1
            lines = [f.where.line for f in result.findings if f.where.path.endswith(path.name)]
            assert any(found is not None and abs(found - line) <= 1 for found in lines), (line, lines)


@MANY
@given(GOOD, DATA, st.sampled_from(["drop", "double", "swap", "cut"]))
def test_a_log_line_dropped_doubled_or_moved(good: Path, data: st.DataObject, how: str) -> None:
    with copy(good) as run:
        log = data.draw(st.sampled_from([path for path in files(run) if path.name == "events.jsonl"]))
        lines = log.read_bytes().splitlines(keepends=True)
        at = data.draw(st.integers(0, len(lines) - 2))
        match how:
            case "drop":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                lines[at], lines[at + 1] = lines[at + 1], lines[at]
            case _:
                del lines[at + 1 :]
        log.write_bytes(b"".join(lines))
        result = gate(str(run))
        assert result.exit_code is ExitCode.FLAG
        assert any("evidence" in finding.where.path for finding in result.findings)


@MANY
@given(GOOD, DATA, st.sampled_from(["add", "remove", "swap", "rename"]))
def test_a_blob_added_removed_or_swapped(good: Path, data: st.DataObject, how: str) -> None:
    with copy(good) as run:
        blobs = [path for path in files(run) if path.parent.name == "blobs"]
        blob = data.draw(st.sampled_from(blobs))
        match how:
            case "add":
                blob = blob.with_name("0" * 64 + ".png")
                blob.write_bytes(b"a new picture")
            case "remove":
                blob.unlink()
            case "swap":
                blob.write_bytes(b"\x89PNG another picture")
            case _:
                blob = blob.rename(blob.with_name("f" * 64 + blob.suffix))
        flagged(run, blob)


@MANY
@given(GOOD, DATA)
def test_another_verdict(good: Path, data: st.DataObject) -> None:
    with copy(good) as run:
        path = run / "qa-report.md"
        text = path.read_text()
        now = re.search(r"^Verdict: (\w+)$", text, re.MULTILINE)
        assert now is not None
        other = data.draw(
            st.sampled_from([v.value for v in Verdict if v.value != now[1]] + ["PASSED", "OK", "pass"])
        )
        path.write_text(text.replace(now[0], f"Verdict: {other}", 1))
        assert any(f.where.line == 3 for f in flagged(run, path).findings)


@MANY
@given(GOOD, DATA)
def test_another_mark_or_number(good: Path, data: st.DataObject) -> None:
    with copy(good) as run:
        path = run / "qa-report.md"
        text = path.read_text()
        body = text[: text.index(END_MARKER)]
        spots = [match.span() for match in re.finditer(r"(?<=^- \[)[x ?](?=\])|\d+", body, re.MULTILINE)]
        begin, end = data.draw(st.sampled_from(spots))
        old = text[begin:end]
        if old.isdigit():
            new = str(data.draw(st.integers(0, 10**6).filter(lambda n: str(n) != old)))
        else:
            new = data.draw(st.sampled_from([mark for mark in "x ?" if mark != old]))
        path.write_text(text[:begin] + new + text[end:])
        line = text[:begin].count("\n") + 1
        assert any(f.where.line == line for f in flagged(run, path).findings)


@MANY
@given(GOOD, st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc"))))
def test_prose_below_the_report_changes_nothing(good: Path, prose: str) -> None:
    with copy(good) as run:
        path = run / "qa-report.md"
        path.write_text(path.read_text() + f"\nSeen by me. {prose}\n")
        assert gate(str(run)).exit_code is ExitCode.OK


@MANY
@given(GOOD, DATA)
def test_no_change_of_evidence_makes_a_pass(good: Path, data: st.DataObject) -> None:
    """Even with the report rebuilt afterwards: what was no PASS becomes none, and no damage is earned."""
    with copy(good) as run:
        before = load_run(run).suite.verdict
        path = data.draw(st.sampled_from([path for path in files(run) if "evidence" in path.parts]))
        match data.draw(st.sampled_from(["delete", "truncate", "flip"])):
            case "delete":
                path.unlink()
            case "truncate":
                content = path.read_bytes()
                path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
            case _:
                changed = bytearray(path.read_bytes())
                changed[data.draw(st.integers(0, len(changed) - 1))] ^= data.draw(st.integers(1, 255))
                path.write_bytes(changed)
        evidence = rebuild(run)
        assert evidence.suite.verdict is not Verdict.PASS
        if before is not Verdict.FAIL:
            assert evidence.suite.verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_a_killed_run_gets_an_honest_report(run: Path) -> None:
    with copy(run) as killed:
        for seal in killed.rglob("seal.json"):
            seal.unlink()
        assert gate(str(killed)).exit_code is ExitCode.FLAG
        assert rebuild(killed).suite.verdict is not Verdict.PASS
        result = gate(str(killed))
        assert (result.findings, result.exit_code) == ((), ExitCode.OK)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_derived_files_are_rebuilt_byte_for_byte(run: Path) -> None:
    with copy(run) as emptied:
        (emptied / "qa-report.md").unlink()
        (emptied / "verdict.json").unlink()
        rebuild(emptied)
        for name in ("qa-report.md", "verdict.json"):
            assert (emptied / name).read_bytes() == (run / name).read_bytes()
