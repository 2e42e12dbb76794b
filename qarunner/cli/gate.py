"""`qarunner gate`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from qarunner.cli.output import plain


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class Require(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"


def command(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="A run folder, a qa-report.md, or - for standard input.")
    ],
    require: Annotated[
        Require | None, typer.Option(help="The verdict that must be earned; else exit 1 or 4.")
    ] = None,
    commit: Annotated[str, typer.Option(help="The evidence must be of this commit.")] = "",
    as_format: Annotated[Format, typer.Option("--format", help="How to print the findings.")] = Format.TEXT,
) -> int:
    """Flag every claim that the evidence does not carry.

    Verdict, checklist, digests and text are derived again from the log."""
    from qarunner.app.gate import gate
    from qarunner.gate.formats import github, json, sarif, text
    from qarunner.model.verdict import Verdict

    stdin = sys.stdin.buffer.read() if target == "-" else b""
    result = gate(
        target,
        require=Verdict(require.value.upper()) if require else None,
        commit=commit,
        stdin=stdin,
    )
    renderers = {Format.TEXT: text, Format.JSON: json, Format.GITHUB: github, Format.SARIF: sarif}
    plain(renderers[as_format].render(result).rstrip("\n"))
    return result.exit_code
