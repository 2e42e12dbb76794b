"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from qarunner.gate.finding import Code
from qarunner.gate.rules.registry import RULES
from qarunner.steps.expect.registry import CONDITIONS
from qarunner.steps.registry import KINDS
from tests.architecture.docs import REPO

PACKAGE = REPO / "qarunner"
MODULES = sorted(PACKAGE.rglob("*.py"))
CEILING = 300
LONGER_FOR_A_REASON = {
    "model/events.py": "one class a kind of event: a reader wants the whole vocabulary in one place",
}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module(path: Path) -> None:
    text = path.read_text("utf-8")
    if path.name == "__init__.py":
        assert text == "", "importing a package does nothing"
        return
    assert ast.get_docstring(ast.parse(text)), "a module says what it is for"
    assert len(text.splitlines()) <= CEILING or name_of(path) in LONGER_FOR_A_REASON


def test_no_reason_is_left_over() -> None:
    long = {name_of(p) for p in MODULES if len(p.read_text("utf-8").splitlines()) > CEILING}
    assert set(LONGER_FOR_A_REASON) == long


def _classes(folder: Path) -> set[str]:
    """Modules of `folder` that define a class with a `kind` or `key` of its own."""
    pattern = re.compile(r"^    (?:kind|key): ClassVar\[str\] = ", re.MULTILINE)
    return {p.stem for p in folder.glob("*.py") if pattern.search(p.read_text("utf-8"))}


def test_every_step_kind_is_registered() -> None:
    assert {k.__module__.rsplit(".", 1)[1] for k in KINDS} == _classes(PACKAGE / "steps")


def test_every_expectation_is_registered() -> None:
    assert {c.__module__.rsplit(".", 1)[1] for c in CONDITIONS} == _classes(PACKAGE / "steps" / "expect")


def test_every_gate_rule_is_registered_and_has_cases() -> None:
    files = {p.stem for p in (PACKAGE / "gate" / "rules").glob("*.py")} - {"__init__", "registry", "base"}
    assert {rule.__module__.rsplit(".", 1)[1] for _, rule in RULES} == files
    assert {code for code, _ in RULES} == set(Code)
    for code in Code:
        made = [p.name for p in (REPO / "fixtures" / "gate" / code.value).glob("*")]
        assert any(n.startswith("red") for n in made), f"{code.value} has no red case"
        assert any(n.startswith("green") for n in made), f"{code.value} has no green case"


def test_every_performed_kind_stands_in_a_flow() -> None:
    flows = "\n".join(p.read_text("utf-8") for p in (REPO / "flows").rglob("*.yaml"))
    missing = [k.kind for k in KINDS if k.performed and not re.search(rf"- {k.kind}:", flows)]
    assert missing == []


def test_fixtures_hold_no_tests() -> None:
    assert list((REPO / "fixtures").rglob("test_*.py")) == []
