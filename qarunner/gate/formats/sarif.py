"""SARIF 2.1.0: each finding is a result at its place; what could not be judged is a notification."""

from __future__ import annotations

import json
from urllib.parse import quote

from qarunner.gate.finding import Code, Finding
from qarunner.gate.formats.github import place
from qarunner.gate.result import GateResult
from qarunner.gate.rules.registry import RULES


def render(result: GateResult) -> str:
    """One SARIF log with one run. The same result gives the same bytes."""
    run = {
        "tool": {
            "driver": {
                "name": "qarunner gate",
                "rules": [{"id": code.value, "name": _name(code)} for code, _ in RULES],
            }
        },
        "invocations": [
            {
                "executionSuccessful": result.answer != "CANNOT_JUDGE",
                "exitCode": int(result.exit_code),
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": f"cannot judge: {why}"}} for why in result.cannot
                ],
            }
        ],
        "results": [_result(result.target, finding) for finding in result.findings],
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, indent=2) + "\n"


def _result(target: str, finding: Finding) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": quote(place(target, finding.where))}}
    if finding.where.line is not None:
        physical["region"] = {"startLine": finding.where.line}
    return {
        "ruleId": finding.code.value,
        "level": "error",
        "message": {"text": f"{finding.message} Mend: {finding.need}"},
        "locations": [{"physicalLocation": physical}],
    }


def _name(code: Code) -> str:
    return "".join(part.capitalize() for part in code.value.removeprefix("QA_").split("_"))
