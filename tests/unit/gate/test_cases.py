"""Every case folder of the gate gives exactly its codes, and names its places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qarunner.app.gate import judge
from qarunner.gate.finding import Code
from qarunner.gate.view import Revision
from qarunner.model.verdict import Verdict

ROOT = Path(__file__).parents[3] / "fixtures/gate"
CASES = sorted(path.parent for path in ROOT.glob("*/*/expected.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_case(case: Path) -> None:
    expected = json.loads((case / "expected.json").read_text())
    result = judge(
        str(case / expected["target"]),
        require=Verdict(expected["require"]) if expected["require"] else None,
        judged=Revision(**expected["judged"]) if expected["judged"] else None,
    )
    codes = sorted({finding.code.value for finding in result.findings})
    places = {str(finding.where) for finding in result.findings}
    assert (int(result.exit_code), codes) == (expected["exit"], expected["codes"]), result
    assert set(expected["places"]) <= places


def test_every_code_has_its_red_and_its_green() -> None:
    for code in Code:
        names = [case.name for case in CASES if case.parent.name == code.value]
        assert any(name.startswith("red-") for name in names), code
        assert any(name.startswith("green-") for name in names), code
