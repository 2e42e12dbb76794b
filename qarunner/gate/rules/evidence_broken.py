"""QA_EVIDENCE_BROKEN: a hash, the chain, the seal or a path is wrong, or the report is of other evidence."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput

_NEED = "run the flow again: evidence cannot be mended"


def check(given: GateInput) -> list[Finding]:
    """One finding a break; without any, one for each digest or run id that the evidence does not have."""
    findings = [Finding(Code.EVIDENCE_BROKEN, trouble.what, trouble.where, _NEED) for trouble in given.broken]
    for difference in given.differences:
        if difference.aspect == "digest" and not given.damaged:
            message = f"says {difference.says!r}; the evidence at hand is {difference.evidence_says!r}"
            findings.append(Finding(Code.EVIDENCE_BROKEN, message, difference.where, _NEED))
    return findings
