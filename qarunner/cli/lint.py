"""`qarunner lint`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qarunner.cli.output import err, harmless, plain


def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FLOW", help="Flow files, or folders with flow files.")
    ],
) -> int:
    """Tell all mistakes of flow files at once.

    Each with its place and what to write instead. Starts nothing."""
    from qarunner.app.flows import read_flows
    from qarunner.errors import ExitCode

    reads = read_flows(paths)
    mistakes = 0
    for one in reads:
        refused = (*one.reading.errors, *one.reading.lint_only)
        for diagnostic in refused:
            plain(harmless(diagnostic.render()))
        for diagnostic in one.reading.warnings:
            plain(harmless("warning: " + diagnostic.render()))
        mistakes += len(refused)
    files = f"{len(reads)} flow file{'' if len(reads) == 1 else 's'}"
    if mistakes:
        err(f"{mistakes} mistake{'' if mistakes == 1 else 's'} in {files}")
        return ExitCode.USAGE
    err(f"{files}, no mistakes")
    return ExitCode.OK
