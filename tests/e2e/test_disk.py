"""Disk trouble before, during and after a run: one sentence, the right exit code, nothing left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.cli import FLOWS, ROOT, Said, command, qarunner, run_folder, running, slack

QUICK = FLOWS / "e2e" / "quick.yaml"
WAITS = FLOWS / "e2e" / "waits.yaml"


def one_sentence(said: Said, *words: str) -> None:
    lines = [line for line in said.err.splitlines() if any(word in line for word in words)]
    assert len(lines) == 1, said.err
    assert "bug in qarunner" not in said.err


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    said = qarunner("run", QUICK, "--output", tmp_path / "out")
    assert said.code == 4
    one_sentence(said, "is no folder")
    assert (tmp_path / "out").read_text() == "mine"


def test_a_file_in_the_way_above(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    said = qarunner("run", QUICK, "--output", tmp_path / "out" / "deeper")
    assert said.code == 4
    one_sentence(said, "is no folder")


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A file system of 320 KB."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", folder], capture_output=True)
    if done.returncode != 0:
        pytest.skip("only root may mount")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk(mounted: Path) -> None:
    """What was written before is kept; the verdict is honest, or there is none."""
    said = qarunner("run", ROOT / "flows" / "dashboard.yaml", "--output", mounted)
    assert said.code == 4, said
    assert "the disk is full" in said.err
    assert "Verdict: PASS" not in said.all
    assert qarunner("gate", mounted, "--require", "pass").code in (3, 4)


def test_a_disk_that_is_full_from_the_start(mounted: Path) -> None:
    with suppress(OSError), (mounted / "ballast").open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    said = qarunner("run", QUICK, "--output", mounted / "out")
    assert said.code == 4, said
    one_sentence(said, "the disk is full")


def test_a_read_only_folder(mounted: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
    said = qarunner("run", QUICK, "--output", mounted / "out")
    assert said.code == 4, said
    one_sentence(said, "read-only")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    said = qarunner("run", QUICK, "--output", tmp_path / "out")
    assert said.code == 4
    one_sentence(said, "no permission")


def test_the_run_folder_vanishes_while_it_is_written(tmp_path: Path) -> None:
    with running(tmp_path / "out", WAITS) as run:
        run.wait_for(lambda: '"step_started"' in run.log() and '"kind":"wait"' in run.log())
        shutil.rmtree(tmp_path / "out")
        (tmp_path / "out").mkdir()
        said = run.wait(10)
        assert said.code == 4, said
        assert "Verdict: PASS" not in said.all
        one_sentence(said, "cannot write")
        run.alone(3)


def test_report_cannot_be_written(tmp_path: Path) -> None:
    assert qarunner("run", QUICK, "--output", tmp_path / "out").code == 0
    run = next(path for path in (tmp_path / "out").iterdir() if path.is_dir())
    for name in ("qa-report.md", "verdict.json"):
        (run / name).unlink()
        (run / name).mkdir()
    said = qarunner("report", run)
    assert said.code == 4, said
    one_sentence(said, "cannot write")
    assert qarunner("gate", run).code in (3, 4)


def test_output_that_nobody_reads(tmp_path: Path) -> None:
    """`qarunner run 2>&1 | head -0`: the run goes on, its report is written, its exit code is true."""
    process = subprocess.Popen(
        command(["run", QUICK, "--output", tmp_path / "out"]),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    process.stdout.close()
    code = process.wait(30 * slack())
    assert "\nVerdict: PASS\n" in (run_folder(tmp_path / "out") / "qa-report.md").read_text()
    assert code == 0
