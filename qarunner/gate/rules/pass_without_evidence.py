"""QA_PASS_WITHOUT_EVIDENCE: PASS is claimed, and no finished run carries it."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput
from qarunner.model.verdict import Verdict


def check(given: GateInput) -> list[Finding]:
    """At most one finding, at the claim. A run that finished with another verdict is a mismatch, not this."""
    claim = given.claim
    if claim is None or claim.verdict is not Verdict.PASS or given.out_of_reach:
        return []
    unfinished = next((support for support in given.supports if not support.finished), None)
    if given.supports and unfinished is None:
        return []
    if unfinished is None:
        message = "says PASS, but there is no run at all that could carry it"
    else:
        message = f"says PASS, but the run of {unfinished.subject!r} did not finish, see {unfinished.where}"
    need = "run the flows to their end with `qarunner run`"
    return [Finding(Code.PASS_WITHOUT_EVIDENCE, message, claim.where, need)]
