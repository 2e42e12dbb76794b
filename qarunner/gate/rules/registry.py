"""All rules of the gate, in the order in which they are told. A new rule is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from qarunner.gate.finding import Code, Finding
from qarunner.gate.rules import (
    checklist_mismatch,
    contradictory_verdicts,
    decision_claim_no_visual_evidence,
    evidence_broken,
    evidence_missing,
    evidence_stale,
    fail_without_observation,
    inconclusive_without_attempt,
    no_report_artifact,
    pass_without_evidence,
    unreached_not_inconclusive,
    verdict_mismatch,
)
from qarunner.gate.view import GateInput

Rule: TypeAlias = Callable[[GateInput], list[Finding]]

RULES: tuple[tuple[Code, Rule], ...] = (
    (Code.EVIDENCE_BROKEN, evidence_broken.check),
    (Code.EVIDENCE_MISSING, evidence_missing.check),
    (Code.NO_REPORT_ARTIFACT, no_report_artifact.check),
    (Code.VERDICT_MISMATCH, verdict_mismatch.check),
    (Code.UNREACHED_NOT_INCONCLUSIVE, unreached_not_inconclusive.check),
    (Code.FAIL_WITHOUT_OBSERVATION, fail_without_observation.check),
    (Code.PASS_WITHOUT_EVIDENCE, pass_without_evidence.check),
    (Code.INCONCLUSIVE_WITHOUT_ATTEMPT, inconclusive_without_attempt.check),
    (Code.CONTRADICTORY_VERDICTS, contradictory_verdicts.check),
    (Code.CHECKLIST_MISMATCH, checklist_mismatch.check),
    (Code.EVIDENCE_STALE, evidence_stale.check),
    (Code.DECISION_CLAIM_NO_VISUAL_EVIDENCE, decision_claim_no_visual_evidence.check),
)
