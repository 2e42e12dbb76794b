"""Nobody changes a run folder that the product made without the gate saying where."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qarunner.app.gate import gate
from qarunner.errors import ExitCode
from tests.e2e import tampering
from tests.e2e.cli import qarunner
from tests.e2e.conftest import Made

MANY = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


@contextmanager
def copy(run: Path) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(shutil.copytree(run, Path(folder) / run.name))


def test_the_folder_is_good(real: Made) -> None:
    assert real.said.code == 1, real.said.err
    assert real.said.out.endswith("Verdict: FAIL\n")
    said = qarunner("gate", real.folder)
    assert (said.code, said.out) == (0, "claim earned: FAIL\n")
    with copy(real.folder) as run:
        assert gate(str(run)).exit_code is ExitCode.OK


@pytest.mark.parametrize(
    "damage",
    [pytest.param(damage, id=damage.__name__) for damage in tampering.ALL],
)
@MANY
@given(data=st.data())
def test_every_change_is_flagged_with_its_place(
    real: Made, damage: tampering.Damage, data: st.DataObject
) -> None:
    with copy(real.folder) as run:
        touched = damage(run, lambda n: data.draw(st.integers(0, n - 1)))
        result = gate(str(run))
        assert result.exit_code is ExitCode.FLAG, (touched, result.last_line)
        named = tampering.place(run, touched)
        assert any(f.where.path.startswith(named) for f in result.findings), (named, result.findings)


def test_the_command_line_says_so_too(real: Made) -> None:
    with copy(real.folder) as run:
        blob = next(run.glob("flows/dashboard/attempt-1/evidence/blobs/*.png"))
        content = bytearray(blob.read_bytes())
        content[-20] ^= 1
        blob.write_bytes(content)
        said = qarunner("gate", run)
        assert said.code == 3
        assert f"flows/dashboard/attempt-1/evidence/blobs/{blob.name}" in said.out
        report = qarunner("report", run)
        assert report.out.startswith("Verdict: ") and "PASS" not in report.out


def test_a_report_elsewhere_is_no_way_out(real: Made, tmp_path: Path) -> None:
    """Without its evidence a report of ours is not earned."""
    shutil.copy(real.folder / "qa-report.md", tmp_path)
    assert qarunner("gate", tmp_path / "qa-report.md").code in (3, 4)
    other = tmp_path / "run"
    shutil.copytree(real.folder, other)
    shutil.rmtree(other / "flows")
    assert qarunner("gate", other).code in (3, 4)
