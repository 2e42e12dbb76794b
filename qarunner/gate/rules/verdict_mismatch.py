"""QA_VERDICT_MISMATCH: the stated verdict is not the one that the evidence gives."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput

_NEED = "state the verdict of the evidence; `qarunner report DIR` writes it"


def check(given: GateInput) -> list[Finding]:
    """One finding for the claim, and one for each further place that states it otherwise, when
    the evidence is whole."""
    findings: list[Finding] = []
    claim, derived = given.claim, given.derived
    if claim is not None and derived is not None and claim.verdict is not derived.verdict:
        message = (
            f"says {claim.verdict.value}; the evidence says {derived.verdict.value} "
            f"({derived.reason.value}, row {derived.row}): {derived.sentence} See {derived.where}."
        )
        findings.append(Finding(Code.VERDICT_MISMATCH, message, claim.where, _NEED))
    if given.damaged:
        return findings
    told = {finding.where for finding in findings}
    for difference in given.differences:
        if difference.aspect == "verdict" and difference.where not in told:
            message = f"says {difference.says!r}; the evidence says {difference.evidence_says!r}"
            findings.append(Finding(Code.VERDICT_MISMATCH, message, difference.where, _NEED))
    return findings
