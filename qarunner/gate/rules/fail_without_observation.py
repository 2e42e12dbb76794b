"""QA_FAIL_WITHOUT_OBSERVATION: FAIL is claimed, and nothing at hand shows an observed failure."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput
from qarunner.model.verdict import Verdict


def check(given: GateInput) -> list[Finding]:
    """At most one finding, at the claim; an unreached path has a code of its own."""
    claim, derived = given.claim, given.derived
    if claim is None or claim.verdict is not Verdict.FAIL or given.out_of_reach:
        return []
    if derived is not None and not derived.reached:
        return []
    if any(support.failure is not None for support in given.supports):
        return []
    message = "says FAIL, but no failure was observed: no violated check, no error of the product"
    need = "observe the failure in a run, or report what the evidence says"
    return [Finding(Code.FAIL_WITHOUT_OBSERVATION, message, claim.where, need)]
