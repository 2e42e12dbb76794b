"""Results go to stdout, all else to stderr; page-controlled text can say nothing to a terminal."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from qarunner.report.escape import terminal


def plain(text: str) -> None:
    """A line of the result."""
    _say(sys.stdout, text + "\n")


def err(text: str) -> None:
    """A line for people: progress, warnings, errors. Each line of `text` is made harmless."""
    _say(sys.stderr, harmless(text) + "\n")


def harmless(text: str) -> str:
    """Each line of `text` so that it can neither hide nor command anything; its indent is kept."""
    return "\n".join(
        line[: len(line) - len(line.lstrip(" "))] + terminal(line, 2_000) for line in text.split("\n")
    )


def _say(stream: TextIO, text: str) -> None:
    """A reader that went away (`| head`) is no reason to stop what we do."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
