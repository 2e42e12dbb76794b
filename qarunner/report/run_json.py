"""What `qarunner run --json` prints. Shape `qarunner.run/v1`; fields are added, never renamed."""

from __future__ import annotations

import json

from qarunner.model.base import Json
from qarunner.report.evidence import RunEvidence

SCHEMA = "qarunner.run/v1"


def render(evidence: RunEvidence, report: str) -> str:
    """`{schema, verdict, flows: [{path, name, verdict, reason, row, report}]}`, an entry a flow or row of
    `each`. `report` is the path of qa-report.md as the caller names it."""
    flows: list[Json] = [
        {
            "path": flow.started.flow_path if flow.started else "",
            "name": flow.started.flow_name if flow.started else flow.slug,
            "verdict": flow.verdict.verdict.value,
            "reason": flow.verdict.reason.value,
            "row": flow.verdict.row,
            "report": report,
        }
        for flow in evidence.flows
    ]
    answer: dict[str, Json] = {"schema": SCHEMA, "verdict": evidence.suite.verdict.value, "flows": flows}
    return json.dumps(answer, indent=2) + "\n"
