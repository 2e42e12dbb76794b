"""`qarunner run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qarunner.cli.output import err, plain


def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FLOW", help="Flow files, or folders with flow files.")
    ],
    output: Annotated[Path, typer.Option(help="Folder for the run folders.")] = Path("reports"),
    browser: Annotated[str, typer.Option(help="Browser to use: a path or a command.")] = "",
    base: Annotated[
        str | None, typer.Option(help="Test a running system at this URL; no app is started.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result as JSON (qarunner.run/v1) on stdout.")
    ] = False,
) -> int:
    """Perform flows and write the report.

    The evidence goes to OUTPUT/<run>, the verdict is derived from it, and qa-report.md written."""
    from qarunner.app.options import Options, Telling
    from qarunner.app.run import run
    from qarunner.cli.progress import Progress

    progress = Progress()
    outcome = run(
        Options(paths=tuple(paths), output=output, browser=browser, base=base),
        Telling(flow=progress.flow, warning=err),
    )
    progress.summary(outcome)
    if as_json:
        from qarunner.report import run_json

        plain(run_json.render(outcome.evidence, str(outcome.report)).rstrip("\n"))
    else:
        plain(f"Report: {outcome.report}")
        plain(f"Verdict: {outcome.evidence.suite.verdict.value}")
    return outcome.exit_code
