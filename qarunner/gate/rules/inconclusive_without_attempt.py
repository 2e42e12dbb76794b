"""QA_INCONCLUSIVE_WITHOUT_ATTEMPT: INCONCLUSIVE is claimed without a reason, or nobody tried."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput
from qarunner.model.verdict import Verdict


def check(given: GateInput) -> list[Finding]:
    """At most one finding, at the claim."""
    claim = given.claim
    if claim is None or claim.verdict is not Verdict.INCONCLUSIVE:
        return []
    if not claim.reasoned:
        message = "says INCONCLUSIVE and gives no reason"
    elif not given.out_of_reach and not any(support.attempted for support in given.supports):
        message = "says INCONCLUSIVE, but there is no attempt to reach the path"
    else:
        return []
    need = "run the flow with `qarunner run`; it names the reason"
    return [Finding(Code.INCONCLUSIVE_WITHOUT_ATTEMPT, message, claim.where, need)]
