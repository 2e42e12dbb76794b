"""QA_CONTRADICTORY_VERDICTS: two different verdicts are stated about the same subject."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput


def check(given: GateInput) -> list[Finding]:
    """One finding for each statement that is not the claim's."""
    claim = given.claim
    if claim is None:
        return []
    return [
        Finding(
            Code.CONTRADICTORY_VERDICTS,
            f"says {other.verdict.value}; {claim.where} says {claim.verdict.value}",
            other.where,
            "state one verdict, that of the evidence",
        )
        for other in given.claims
        if other.verdict is not claim.verdict
    ]
