"""The command line: which commands there are, and the one place where errors become exit codes."""

from __future__ import annotations

import functools
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import ParamSpec

import typer

from qarunner.cli import doctor, gate, install, lint, list_flows, report, run, schema
from qarunner.cli.output import err, plain
from qarunner.errors import ExitCode, QaError

P = ParamSpec("P")

REPORT_BUGS = "This is a bug in qarunner. Please report it with the lines above."

app = typer.Typer(
    name="qarunner",
    help="Perform flows in a browser, keep the evidence, derive the verdict, and gate every claim by it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _exiting(command: Callable[P, int]) -> Callable[P, None]:
    """A command whose answer becomes the exit code."""

    @functools.wraps(command)
    def called(*args: P.args, **kwargs: P.kwargs) -> None:
        raise typer.Exit(command(*args, **kwargs))

    return called


for name, command in (
    ("run", run.command),
    ("lint", lint.command),
    ("list", list_flows.command),
    ("gate", gate.command),
    ("report", report.command),
    ("schema", schema.command),
    ("install", install.command),
    ("doctor", doctor.command),
):
    app.command(name)(_exiting(command))


@app.callback(invoke_without_command=True)
def _main(
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    if version:
        from qarunner.services.versions import installed

        plain(f"qarunner {installed('qarunner')}")
        raise typer.Exit


def run_command(arguments: Sequence[str]) -> int:
    """Runs one command line; the exit code. No traceback for a mistake of the user."""
    try:
        app(list(arguments))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else ExitCode.OK
    except QaError as error:
        for line in error.lines():
            err(line)
        return error.exit_code
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception:  # noqa: BLE001 - the last place at which anything can be told
        traceback.print_exc(file=sys.stderr)
        err(REPORT_BUGS)
        return ExitCode.BUG
    return ExitCode.OK
