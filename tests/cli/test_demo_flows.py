"""Every flow that we ship gets exactly the verdict, reason and exit code that its first line says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]
FLOWS = sorted((REPO / "flows").rglob("*.yaml"))
EXITS = {"PASS": 0, "FAIL": 1, "INCONCLUSIVE": 4}

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "path", FLOWS, ids=lambda p: p.relative_to(REPO / "flows").with_suffix("").as_posix()
)
def test_flow(path: Path, tmp_path: Path) -> None:
    first = path.read_text("utf-8").splitlines()[0]
    assert first.startswith("# expect: "), "the first line of a flow says what it gets"
    verdict, reason = first.removeprefix("# expect: ").split()
    done = subprocess.run(
        [sys.executable, "-m", "qarunner", "run", "--json", "--output", str(tmp_path), str(path)],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=REPO,
        check=False,
        env={**os.environ, "DASHBOARD_PASSWORD": "correct horse"},
    )
    result = json.loads(done.stdout)
    assert result["schema"] == "qarunner.run/v1"
    told = {(flow["verdict"], flow["reason"]) for flow in result["flows"]}
    assert told == {(verdict, reason)}, done.stderr
    assert (result["verdict"], done.returncode) == (verdict, EXITS[verdict])
    report = Path(result["flows"][0]["report"])
    judged = subprocess.run(
        [sys.executable, "-m", "qarunner", "gate", str(report.parent)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=REPO,
        check=False,
    )
    assert (judged.returncode, judged.stdout.splitlines()[-1]) == (0, f"claim earned: {verdict}")
