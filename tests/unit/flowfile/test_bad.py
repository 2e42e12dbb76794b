"""Every broken flow in `fixtures/flows/bad` gives exactly the diagnostics that stand beside it.

With QARUNNER_NEW_ERR=1 the `.err` files are written anew (never on a CI machine).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.flowfile.reading import BAD, read_file

CASES = sorted(path for path in BAD.glob("*.yaml") if not path.name.startswith("part-"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_all_mistakes_of_a_file_are_told_at_once(case: Path) -> None:
    reading = read_file(case)
    told = "".join(f"{error.render()}\n" for error in reading.errors)
    expected = case.with_suffix(".err")
    if os.environ.get("QARUNNER_NEW_ERR") == "1" and not os.environ.get("CI"):
        expected.write_text(told)
    assert reading.flow is None
    assert told == expected.read_text()


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 40
