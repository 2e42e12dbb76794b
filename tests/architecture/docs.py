"""The generated parts of the README: exit codes and the help of all commands.

`python -m tests.architecture.docs --write` (or `make docs`) writes them; the test only compares.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from qarunner.errors import ExitCode

REPO = Path(__file__).parents[2]
README = REPO / "README.md"
COMMANDS = ("", "run", "lint", "list", "gate", "report", "schema", "install", "doctor")
_BLOCK = re.compile(r"(<!-- generated: (?P<name>[a-z-]+) -->\n)(?P<body>.*?)(<!-- end -->)", re.DOTALL)


def exit_codes() -> str:
    rows = [f"| {code.value} | {code.meaning} |" for code in ExitCode]
    return "\n".join(["| exit | meaning |", "|---|---|", *rows]) + "\n"


def help_text() -> str:
    parts = []
    for name in COMMANDS:
        command = [sys.executable, "-m", "qarunner", *([name] if name else []), "--help"]
        environment = {"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1", "PATH": "/usr/bin:/bin"}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=REPO)
        shown = f"$ qarunner {name} --help".replace("  ", " ")
        told = done.stdout.replace("python -m qarunner", "qarunner").strip("\n")
        parts.append(f"```text\n{shown}\n{told}\n```\n")
    return "\n".join(parts)


BLOCKS = {"exit-codes": exit_codes, "help": help_text}


def generated(text: str) -> str:
    """`text` with every generated block made anew. Raises KeyError for a block nobody makes."""
    return _BLOCK.sub(lambda found: found[1] + BLOCKS[found["name"]]() + found[4], text)


if __name__ == "__main__":
    new = generated(README.read_text("utf-8"))
    if "--write" in sys.argv:
        README.write_text(new, encoding="utf-8")
    elif new != README.read_text("utf-8"):
        sys.exit("README.md: the generated parts are old: run `make docs`")
