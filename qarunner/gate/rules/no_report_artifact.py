"""QA_NO_REPORT_ARTIFACT: QA is claimed settled, and there is no qa-report.md with a checklist."""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.view import GateInput


def check(given: GateInput) -> list[Finding]:
    """At most one finding, where the report should be."""
    if given.no_report is None:
        return []
    need = "`qarunner report DIR` writes it from the evidence; without evidence, `qarunner run`"
    return [Finding(Code.NO_REPORT_ARTIFACT, given.no_report.what, given.no_report.where, need)]
