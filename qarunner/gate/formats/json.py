"""The answer for machines, shape `qarunner.gate/1`. Fields are added, never renamed or removed."""

from __future__ import annotations

import json

from qarunner.gate.result import GateResult

SCHEMA = "qarunner.gate/1"


def render(result: GateResult) -> str:
    """`{schema, result, exit, target, format, turn, claim, derived, findings, cannot, ignored}`; a finding is
    `{code, message, where, mend}`; `turn` is null for reports. The same result gives the same bytes."""
    claim, derived = result.claim, result.derived
    answer = {
        "schema": SCHEMA,
        "result": result.answer,
        "exit": int(result.exit_code),
        "target": result.target,
        "format": result.source,
        "turn": None,
        "claim": claim and {"verdict": claim.verdict.value, "where": str(claim.where), "text": claim.text},
        "derived": derived
        and {
            "verdict": derived.verdict.value,
            "reason": derived.reason.value,
            "row": derived.row,
            "where": str(derived.where),
        },
        "findings": [
            {
                "code": finding.code.value,
                "message": finding.message,
                "where": str(finding.where),
                "mend": finding.need,
            }
            for finding in result.findings
        ],
        "cannot": list(result.cannot),
        "ignored": {},
    }
    return json.dumps(answer, indent=2) + "\n"
