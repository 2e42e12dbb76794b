"""QA_DECISION_CLAIM_NO_VISUAL_EVIDENCE: a claim that feeds a merge decision embeds no picture."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput
from qarunner.model.verdict import Verdict


def check(given: GateInput) -> list[Finding]:
    """At most one finding. An honest INCONCLUSIVE, and what was never rendered, need no picture."""
    if given.decision is None or given.pictured or not given.picturable:
        return []
    if given.claim is None or given.claim.verdict is Verdict.INCONCLUSIVE:
        return []
    message = f"says {given.claim.verdict.value} to a merge decision and embeds no picture of what was seen"
    need = "embed the decisive screenshot beside the decision"
    return [Finding(Code.DECISION_CLAIM_NO_VISUAL_EVIDENCE, message, given.decision, need)]
