"""`qarunner doctor`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qarunner.cli.output import plain


def command(
    output: Annotated[Path, typer.Option(help="Folder for the run folders.")] = Path("reports"),
    browser: Annotated[str, typer.Option(help="Browser to look at: a path or a command.")] = "",
) -> int:
    """Tell what is there, what is missing, and its mend."""
    from qarunner.errors import ExitCode
    from qarunner.services.doctor import examine

    checks = examine(output, browser)
    for check in checks:
        plain(f"{check.state:8} {check.name}: {check.detail}")
        if check.mend and check.state != "ok":
            plain(f"         -> {check.mend}")
    return ExitCode.INCONCLUSIVE if any(check.state == "missing" for check in checks) else ExitCode.OK
