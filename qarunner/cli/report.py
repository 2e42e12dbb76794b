"""`qarunner report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qarunner.cli.output import plain


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A run folder, or a part of it.")],
) -> int:
    """Make the derived files again from the evidence.

    qa-report.md and verdict.json, byte for byte."""
    from qarunner.app.report import report
    from qarunner.errors import ExitCode

    evidence = report(folder)
    plain(f"Verdict: {evidence.suite.verdict.value}")
    return ExitCode.OK
