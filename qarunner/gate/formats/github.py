"""Workflow commands for GitHub Actions: each finding becomes an annotation at its place."""

from __future__ import annotations

from qarunner.gate.finding import Pointer
from qarunner.gate.result import GateResult
from qarunner.report.escape import github, github_property

_LONG = 500
_MOST = 10
"""GitHub shows ten errors a step."""


def render(result: GateResult) -> str:
    """One `::error` a finding (ten at most), `::warning` for what could not be judged, the answer last."""
    lines = []
    for finding in result.findings[:_MOST]:
        place = _place(result.target, finding.where)
        title = github_property(finding.code.value)
        message = github(f"{finding.message} Mend: {finding.need}", _LONG)
        lines.append(f"::error {place},title={title}::{message}")
    if len(result.findings) > _MOST:
        lines.append(f"and {len(result.findings) - _MOST} more findings")
    lines += [f"::warning title=cannot judge::{github(why, _LONG)}" for why in result.cannot]
    return "\n".join([*lines, github(result.last_line, _LONG), ""])


def _place(target: str, where: Pointer) -> str:
    path = github_property(place(target, where), _LONG)
    return f"file={path}" if where.line is None else f"file={path},line={where.line}"


def place(target: str, where: Pointer) -> str:
    """The path of a finding as the caller sees it: below the target, or the target itself."""
    folder = target.rstrip("/")
    if folder == where.path or folder.endswith(f"/{where.path}") or not folder or folder == "-":
        return folder or where.path
    return f"{folder}/{where.path}"
