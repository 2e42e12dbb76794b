"""`qarunner list`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from qarunner.cli.output import harmless, plain


def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FLOW", help="Flow files, or folders with flow files.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> int:
    """List flows with their checks."""
    from qarunner.app.flows import read_flows, sound
    from qarunner.errors import ExitCode

    flows = sound(read_flows(paths))
    if as_json:
        listed = [
            {
                "path": flow.path,
                "name": flow.name,
                "tags": list(flow.tags),
                "rows": [row.name for row in flow.each],
                "steps": len(flow.steps),
                "checks": [
                    {"id": step.id, "label": step.label, "line": step.line} for step in flow.check_steps
                ],
            }
            for flow in flows
        ]
        plain(json.dumps(listed, indent=2, ensure_ascii=False))
        return ExitCode.OK
    for flow in flows:
        tags = f"  [{', '.join(flow.tags)}]" if flow.tags else ""
        rows = f", {len(flow.each)} rows" if flow.each else ""
        told = f"{flow.path}: {flow.name}{tags} ({len(flow.steps)} steps, {len(flow.checks)} checks{rows})"
        plain(harmless(told))
        for step in flow.check_steps:
            plain(harmless(f"  {step.file}:{step.line}  {step.id}"))
    return ExitCode.OK
