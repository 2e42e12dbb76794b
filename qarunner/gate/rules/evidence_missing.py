"""QA_EVIDENCE_MISSING: an artefact that the claim refers to does not exist, or is no image."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput

_NEED = "put the artefact back, or run the flow again"


def check(given: GateInput) -> list[Finding]:
    """One finding an artefact, at the place that refers to it."""
    return [Finding(Code.EVIDENCE_MISSING, trouble.what, trouble.where, _NEED) for trouble in given.missing]
