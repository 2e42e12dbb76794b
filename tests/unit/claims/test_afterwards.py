"""Below the end marker people may write; a verdict that a reader sees there is a claim."""

from __future__ import annotations

import pytest

from qarunner.claims.report import END_MARKER, parse
from qarunner.model.verdict import Verdict

HEAD = f"# QA report: x\n\nVerdict: FAIL\n\n{END_MARKER}\n"


@pytest.mark.parametrize(
    "text",
    [
        "<!-- x --> Verdict: PASS",
        "<h1>Verdict: PASS</h1>",
        "<b>Verdict:</b> PASS",
        "Verdict:&nbsp;PASS",
        "Verdict:\n\nPASS",
        "Verdict\n=======\n\nPASS",
        "## PASS",
        "- item\n\n    Verdict: PASS",
        "Verdict: ~~FAIL~~ PASS",
        "Updated verdict: PASS",
        "Verdict is PASS",
        "Verdict： PASS",
        "Ver\u200bdict: PASS",
        "Result: PASS",
        "Status: passed",
        "QA passed, safe to merge.",
        "This is safe to merge.",
    ],
)
def test_a_verdict_below_the_end(text: str) -> None:
    assert Verdict.PASS in {v.verdict for v in parse(HEAD + text + "\n").afterwards}


@pytest.mark.parametrize(
    "text",
    [
        "Reviewed by Bob.",
        "> Verdict: PASS",
        "```\nVerdict: PASS\n```",
        "Please pass this on to the team.",
        "Is this safe to merge?",
        "Not safe to merge.",
    ],
)
def test_prose_below_the_end(text: str) -> None:
    assert parse(HEAD + text + "\n").afterwards == ()
