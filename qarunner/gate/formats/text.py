"""Findings for people: one block each, the answer last."""

from __future__ import annotations

from qarunner.gate.result import GateResult
from qarunner.report.escape import terminal

_LONG = 500


def render(result: GateResult) -> str:
    """Lines of plain text, each free of control characters; the last one is the answer."""
    lines: list[str] = []
    for finding in result.findings:
        lines += [
            f"{finding.code.value}  {terminal(str(finding.where), _LONG)}",
            f"  {terminal(finding.message, _LONG)}",
            f"  mend: {terminal(finding.need, _LONG)}",
            "",
        ]
    if result.findings or len(result.cannot) > 1:
        lines += [f"cannot judge: {terminal(why, _LONG)}" for why in result.cannot]
    return "\n".join([*lines, terminal(result.last_line, _LONG), ""])
