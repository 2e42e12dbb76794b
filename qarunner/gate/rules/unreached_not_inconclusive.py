"""QA_UNREACHED_NOT_INCONCLUSIVE: the path could not be reached, yet PASS or FAIL is claimed."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput
from qarunner.model.verdict import Verdict


def check(given: GateInput) -> list[Finding]:
    """At most one finding, at the claim."""
    claim, derived = given.claim, given.derived
    if claim is None or derived is None or claim.verdict is Verdict.INCONCLUSIVE or derived.reached:
        return []
    message = (
        f"says {claim.verdict.value}, but the path was not reached ({derived.reason.value}, see "
        f"{derived.where}): {derived.sentence}"
    )
    need = "report INCONCLUSIVE, or make the path reachable and run the flow again"
    return [Finding(Code.UNREACHED_NOT_INCONCLUSIVE, message, claim.where, need)]
