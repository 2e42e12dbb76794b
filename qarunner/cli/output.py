"""Results go to stdout, all else to stderr; page-controlled text can say nothing to a terminal."""

from __future__ import annotations

import sys

from qarunner.report.escape import terminal


def plain(text: str) -> None:
    """A line of the result."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def err(text: str) -> None:
    """A line for people: progress, warnings, errors. Each line of `text` is made harmless."""
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        sys.stderr.write(indent + terminal(line, limit=2_000) + "\n")
    sys.stderr.flush()
