"""What need not be loaded is not: no browser, template or image library for words about files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = ("playwright", "jinja2", "PIL", "rich", "asyncio")
BROWSER = ("playwright", "jinja2", "PIL")


def loaded(code: str) -> set[str]:
    """The top-level packages that are loaded after `code`."""
    told = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}), sep='\\n')"
    argv = [sys.executable, "-c", f"{code}\n{told}"]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    return set(done.stdout.splitlines())


def command(*arguments: str) -> str:
    return f"from qarunner.cli.main import run_command\nassert run_command({list(arguments)!r}) == 0"


def test_help_loads_next_to_nothing() -> None:
    assert not loaded(command("--help")) & {*HEAVY, "pydantic", "ruamel"}


@pytest.mark.parametrize("name", ["run", "lint", "gate", "report", "list", "install", "doctor", "schema"])
def test_help_of_a_command_loads_next_to_nothing(name: str) -> None:
    assert not loaded(command(name, "--help")) & {*HEAVY, "ruamel"}


def test_lint_loads_no_browser() -> None:
    assert not loaded(command("lint", "flows/dashboard.yaml")) & set(HEAVY)


@pytest.mark.parametrize("arguments", [("list", "flows"), ("schema",)])
def test_words_about_flows_load_no_browser(arguments: tuple[str, ...]) -> None:
    assert not loaded(command(*arguments)) & set(BROWSER)
