"""QA_CHECKLIST_MISMATCH: items, counts, states or other words of the report are not the evidence's."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput

MOST = 20
_NEED = "`qarunner report DIR` writes the report that the evidence gives"


def check(given: GateInput) -> list[Finding]:
    """One finding a line, up to 20; when the evidence itself is damaged, one for all of them."""
    findings = [
        Finding(Code.CHECKLIST_MISMATCH, trouble.what, trouble.where, _NEED) for trouble in given.miscounts
    ]
    lines = [difference for difference in given.differences if difference.aspect in ("item", "text")]
    most = 1 if given.damaged else MOST
    for difference in lines[:most]:
        if not difference.evidence_says:
            message = f"says {difference.says!r}; the evidence gives no such line"
        elif not difference.says:
            message = f"a line is missing here: the evidence says {difference.evidence_says!r}"
        else:
            message = f"says {difference.says!r}; the evidence says {difference.evidence_says!r}"
        findings.append(Finding(Code.CHECKLIST_MISMATCH, message, difference.where, _NEED))
    if len(lines) > most:
        message = f"and {len(lines) - most} more lines that are not those of the evidence"
        findings.append(Finding(Code.CHECKLIST_MISMATCH, message, lines[most].where, _NEED))
    return findings
