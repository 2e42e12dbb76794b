"""What the gate holds against a claim. A finding cannot be built without a pointer into the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """The closed list of codes; each is one file in `gate/rules`."""

    FAIL_WITHOUT_OBSERVATION = "QA_FAIL_WITHOUT_OBSERVATION"
    UNREACHED_NOT_INCONCLUSIVE = "QA_UNREACHED_NOT_INCONCLUSIVE"
    NO_REPORT_ARTIFACT = "QA_NO_REPORT_ARTIFACT"
    DECISION_CLAIM_NO_VISUAL_EVIDENCE = "QA_DECISION_CLAIM_NO_VISUAL_EVIDENCE"
    VERDICT_MISMATCH = "QA_VERDICT_MISMATCH"
    CHECKLIST_MISMATCH = "QA_CHECKLIST_MISMATCH"
    EVIDENCE_BROKEN = "QA_EVIDENCE_BROKEN"
    EVIDENCE_MISSING = "QA_EVIDENCE_MISSING"
    EVIDENCE_STALE = "QA_EVIDENCE_STALE"
    CONTRADICTORY_VERDICTS = "QA_CONTRADICTORY_VERDICTS"
    PASS_WITHOUT_EVIDENCE = "QA_PASS_WITHOUT_EVIDENCE"
    INCONCLUSIVE_WITHOUT_ATTEMPT = "QA_INCONCLUSIVE_WITHOUT_ATTEMPT"


@dataclass(frozen=True, slots=True, order=True)
class Pointer:
    """A place in what was judged: a file, named from the root of the target, and a line (from 1) of it.

    An event `seq` is line `seq + 1` of its log; a blob is a file without a line.
    """

    path: str
    line: int | None = None

    def __post_init__(self) -> None:
        if not self.path.strip() or (self.line is not None and self.line < 1):
            raise ValueError(f"no place: {self.path!r}, line {self.line!r}")

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as claimed: where, what, and what would mend it (`need`)."""

    code: Code
    message: str
    where: Pointer
    need: str

    def __post_init__(self) -> None:
        if not self.where.path or not self.message or not self.need:
            raise ValueError("a finding needs a message, a place and a way to mend it")
