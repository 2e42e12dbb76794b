"""What the gate is pointed at: folders, files, standard input, and what is none of these."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from qarunner.app.gate import gate
from qarunner.errors import ExitCode, UsageError

SAMPLE = Path(__file__).parents[3] / "fixtures/reports/pass"
REPORT = (SAMPLE / "qa-report.md").read_bytes()
EVIDENCE = "flows/dashboard/attempt-1/evidence"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "run"))


@pytest.mark.parametrize("part", ["", "qa-report.md", "flows", "flows/dashboard", EVIDENCE])
def test_any_part_of_a_run_folder_means_the_run(run: Path, part: str) -> None:
    assert gate(str(run / part)).last_line == "claim earned: PASS"


def test_a_report_of_another_name_in_its_run_folder(run: Path) -> None:
    (run / "qa-report.md").rename(run / "report-of-ada.md")
    assert gate(str(run / "report-of-ada.md")).exit_code is ExitCode.OK
    assert [f.code.value for f in gate(str(run)).findings] == ["QA_NO_REPORT_ARTIFACT"]


def test_a_report_away_from_its_evidence(tmp_path: Path) -> None:
    (tmp_path / "qa-report.md").write_bytes(REPORT)
    result = gate(str(tmp_path / "qa-report.md"))
    assert (result.exit_code, result.findings) == (ExitCode.INCONCLUSIVE, ())
    assert "not at hand" in result.last_line


def test_standard_input() -> None:
    assert gate("-", stdin=REPORT).exit_code is ExitCode.INCONCLUSIVE
    assert gate("-", stdin=REPORT + b"\nVerdict: FAIL\n").exit_code is ExitCode.FLAG
    assert gate("-", stdin=b"hello").exit_code is ExitCode.INCONCLUSIVE
    assert gate("-", stdin=b"").exit_code is ExitCode.INCONCLUSIVE
    assert gate("-", stdin=b"\xef\xbb\xbf" + REPORT.replace(b"\n", b"\r\n")).claim is not None
    assert gate("-", stdin=REPORT.decode().encode("utf-16")).claim is not None


@pytest.mark.parametrize(
    "content", [b"\x00\x01", b'{"role": "user"}', b"\xff\xff\xff", b"[" * 10_000, b"Verdict: PASS"]
)
def test_what_cannot_be_read_is_never_fine(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "session.jsonl").write_bytes(content)
    result = gate(str(tmp_path / "session.jsonl"))
    assert (result.exit_code, result.findings) == (ExitCode.INCONCLUSIVE, ())


def test_what_does_not_exist_is_a_mistake_of_the_caller(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        gate(str(tmp_path / "nothing"))
    with pytest.raises(UsageError):
        gate(str(tmp_path))
    with pytest.raises(UsageError):
        gate(str(SAMPLE), commit="no-such-revision", checkout=tmp_path)


def test_links_are_not_followed(run: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    (run / "qa-report.md").rename(outside)
    (run / "qa-report.md").symlink_to(outside)
    assert gate(str(run)).exit_code is ExitCode.INCONCLUSIVE
    shutil.copy(outside, tmp_path / "again.md")
    (run / "qa-report.md").unlink()
    shutil.copy(outside, run / "qa-report.md")
    log = run / EVIDENCE / "events.jsonl"
    log.rename(tmp_path / "events.jsonl")
    log.symlink_to(tmp_path / "events.jsonl")
    assert gate(str(run)).exit_code is ExitCode.FLAG


def test_a_linked_flow_folder_is_strange(run: Path, tmp_path: Path) -> None:
    (run / "flows/more").symlink_to(run / "flows/dashboard")
    result = gate(str(run))
    assert [(f.code.value, str(f.where)) for f in result.findings] == [("QA_EVIDENCE_BROKEN", "flows/more")]


def test_a_report_alone_that_contradicts_its_own_list() -> None:
    changed = REPORT.replace(b"## Checklist: 3 held", b"## Checklist: 4 held")
    result = gate("-", stdin=changed)
    assert [f.code.value for f in result.findings] == ["QA_CHECKLIST_MISMATCH"]


def test_a_pass_without_any_item_decides_itself() -> None:
    text = b"".join(line for line in REPORT.splitlines(keepends=True) if not line.startswith(b"- [x]"))
    assert "QA_NO_REPORT_ARTIFACT" in [f.code.value for f in gate("-", stdin=text).findings]
