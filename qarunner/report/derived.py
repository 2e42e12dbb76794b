"""The files that follow from the evidence: they can be deleted and made again, byte for byte."""

from __future__ import annotations

from dataclasses import dataclass

from qarunner.report import markdown, verdict_json
from qarunner.report.build import view
from qarunner.report.evidence import RunEvidence


@dataclass(frozen=True, slots=True)
class Derived:
    """`report` is the text of qa-report.md, `verdict` that of verdict.json; both UTF-8, LF."""

    report: str
    verdict: str


def derive_files(evidence: RunEvidence) -> Derived:
    """Both files. The same evidence gives the same texts."""
    return Derived(report=markdown.render(view(evidence)), verdict=verdict_json.render(evidence))
