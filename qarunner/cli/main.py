"""The command line: which commands there are, and the one place where errors become exit codes."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence

import click
import typer

from qarunner.cli import doctor, gate, install, lint, list_flows, report, run, schema
from qarunner.cli.output import err, plain
from qarunner.errors import ExitCode, QaError

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
    app.command(name)(command)


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
        code = app(list(arguments), standalone_mode=False)
    except QaError as error:
        for line in error.lines():
            err(line)
        return error.exit_code
    except click.exceptions.Abort:
        return ExitCode.INTERRUPTED
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show(file=sys.stderr)
        return ExitCode.USAGE
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        return ExitCode.OK
    except Exception:  # noqa: BLE001 - the last place at which anything can be told
        traceback.print_exc(file=sys.stderr)
        err(REPORT_BUGS)
        return ExitCode.BUG
    return code if isinstance(code, int) else ExitCode.OK
