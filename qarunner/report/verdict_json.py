"""`verdict.json`: what was derived, for machines. Shape `qarunner.verdict/1`; fields are only ever added."""

from __future__ import annotations

import json

from qarunner.model.base import Json
from qarunner.model.verdict import RULES, CheckResult, Outcome
from qarunner.report.digest import run_digest
from qarunner.report.evidence import FlowEvidence, RunEvidence

SCHEMA = "qarunner.verdict/1"


def render(evidence: RunEvidence) -> str:
    """One value a line, ASCII, keys in fixed order: the same evidence gives the same bytes."""
    suite = evidence.suite
    checks = [check for flow in evidence.flows for check in flow.verdict.checks]
    answer: dict[str, Json] = {
        "schema": SCHEMA,
        "verdict": suite.verdict.value,
        "reason": suite.reason.value,
        "row": suite.row,
        "sentence": suite.sentence,
        "rules": RULES,
        "run": evidence.run,
        "digest": f"sha256:{run_digest(evidence)}",
        "counts": {o.value: sum(check.outcome is o for check in checks) for o in Outcome},
        "flows": [_flow(flow) for flow in evidence.flows],
    }
    return json.dumps(answer, indent=2) + "\n"


def seals(written: bytes) -> dict[tuple[str, int], str]:
    """Slug and attempt -> the seal that a verdict.json names; empty for what is none. Never raises."""
    try:
        flows = json.loads(written)["flows"]
        return {(f["slug"], a["attempt"]): str(a["seal"]) for f in flows for a in f["attempts"]}
    except (ValueError, TypeError, KeyError, RecursionError):
        return {}


def _flow(flow: FlowEvidence) -> Json:
    started, verdict = flow.started, flow.verdict
    return {
        "slug": flow.slug,
        "path": started.flow_path if started else "",
        "name": started.flow_name if started else "",
        "verdict": verdict.verdict.value,
        "reason": verdict.reason.value,
        "row": verdict.row,
        "sentence": verdict.sentence,
        "commit": started.git.commit if started else "",
        "worktree": started.git.worktree if started else "",
        "attempts": [
            {
                "attempt": attempt.number,
                "verdict": attempt.verdict.verdict.value,
                "reason": attempt.verdict.reason.value,
                "row": attempt.verdict.row,
                "seal": attempt.integrity.seal_digest,
            }
            for attempt in flow.attempts
        ],
        "checks": [_check(check) for check in verdict.checks],
    }


def _check(check: CheckResult) -> Json:
    return {
        "id": check.id,
        "label": check.label,
        "outcome": check.outcome.value,
        "reason": check.reason.value if check.reason else None,
        "expected": check.expected,
        "actual": check.actual,
        "late_ms": check.late_ms,
        "because": check.because,
        "evidence": [{"seq": pointer.seq, "blob": pointer.blob} for pointer in check.evidence],
    }
