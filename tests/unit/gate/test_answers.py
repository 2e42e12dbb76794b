"""Exit codes, the last line, and the output formats."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from qarunner.claims.report import END_MARKER
from qarunner.errors import ExitCode
from qarunner.gate.check import check
from qarunner.gate.differences import report_differences
from qarunner.gate.finding import Code, Finding, Pointer
from qarunner.gate.formats import github, sarif, text
from qarunner.gate.formats import json as json_format
from qarunner.gate.result import CannotJudge, GateResult
from qarunner.gate.view import Claimed, GateInput, Revision, Subject, Support
from qarunner.model.verdict import Reason, Verdict

P, F, I = Verdict.PASS, Verdict.FAIL, Verdict.INCONCLUSIVE  # noqa: E741
WHERE = Pointer("qa-report.md", 3)


def earned(verdict: Verdict) -> GateInput:
    reason = {P: Reason.ALL_HELD, F: Reason.CHECK_VIOLATED, I: Reason.TARGET_MISSING}[verdict]
    failure = Pointer("flows/a/attempt-1/evidence/events.jsonl", 7) if verdict is F else None
    support = Support("a", verdict, reason, 1, "So it was.", Pointer("events.jsonl", 7), failure=failure)
    return GateInput(
        "run-folder",
        claim=Claimed(verdict, WHERE, f"Verdict: {verdict.value}"),
        derived=support,
        supports=(support,),
    )


def flagged(message: str = "says one thing") -> GateResult:
    finding = Finding(Code.VERDICT_MISMATCH, message, WHERE, "say the other")
    return GateResult("reports/r1", "run-folder", None, None, (finding,))


@pytest.mark.parametrize(
    ("verdict", "require", "code", "last"),
    [
        (P, None, ExitCode.OK, "claim earned: PASS"),
        (F, None, ExitCode.OK, "claim earned: FAIL"),
        (I, None, ExitCode.OK, "claim earned: INCONCLUSIVE"),
        (P, P, ExitCode.OK, "claim earned: PASS"),
        (F, P, ExitCode.FAIL, "claim earned: FAIL (PASS is required)"),
        (I, P, ExitCode.INCONCLUSIVE, "claim earned: INCONCLUSIVE (PASS is required)"),
    ],
)
def test_an_earned_claim(verdict: Verdict, require: Verdict | None, code: ExitCode, last: str) -> None:
    result = check(earned(verdict), target="r", require=require)
    assert (result.exit_code, result.last_line, result.answer) == (code, last, "OK")
    assert text.render(result) == last + "\n"


def test_no_claim_is_fine_unless_a_verdict_is_required() -> None:
    assert check(GateInput("report"), target="r").exit_code is ExitCode.OK
    assert check(GateInput("report"), target="r", require=P).exit_code is ExitCode.INCONCLUSIVE


def test_a_finding_outranks_what_cannot_be_judged() -> None:
    result = replace(flagged(), cannot=("the log is away",))
    assert result.exit_code is ExitCode.FLAG
    assert "cannot judge: the log is away" in text.render(result)
    assert text.render(result).splitlines()[-1] == "claim flagged: QA_VERDICT_MISMATCH"


def test_a_rule_that_breaks_is_told_and_never_green() -> None:
    def breaks(given: GateInput) -> list[Finding]:
        raise ZeroDivisionError("oops")

    def lacks(given: GateInput) -> list[Finding]:
        raise CannotJudge("no tree")

    result = check(
        earned(P), target="r", rules=((Code.EVIDENCE_STALE, lacks), (Code.EVIDENCE_BROKEN, breaks))
    )
    assert result.exit_code is ExitCode.INCONCLUSIVE
    assert result.cannot == (
        "no tree (QA_EVIDENCE_STALE)",
        "the rule QA_EVIDENCE_BROKEN broke: ZeroDivisionError: oops",
    )


def test_a_finding_needs_a_place() -> None:
    with pytest.raises(ValueError, match="no place"):
        Pointer("")
    with pytest.raises(ValueError, match="no place"):
        Pointer("a", 0)
    with pytest.raises(ValueError, match="needs"):
        Finding(Code.EVIDENCE_BROKEN, "", WHERE, "x")


@pytest.mark.parametrize(
    ("worktree", "tree", "exit_code"),
    [("t1", "t1", ExitCode.OK), ("t1", "t2", ExitCode.FLAG), ("", "t2", ExitCode.INCONCLUSIVE)],
)
def test_evidence_is_bound_to_a_tree_not_to_a_commit(worktree: str, tree: str, exit_code: ExitCode) -> None:
    """Test, then commit: the commit is new, its tree is the one that was tested."""
    log = Pointer("flows/a/attempt-1/evidence/events.jsonl", 1)
    given = replace(
        earned(P), subjects=(Subject("a", "before", worktree, log),), judged=Revision("HEAD", "after", tree)
    )
    assert check(given, target="r").exit_code is exit_code


def test_json_is_frozen() -> None:
    answer = json.loads(json_format.render(check(earned(P), target="reports/r1")))
    assert " ".join(answer) == ("schema result exit target format turn claim derived findings cannot ignored")
    assert answer["schema"] == "qarunner.gate/1"
    finding = json.loads(json_format.render(flagged()))["findings"][0]
    assert finding == {
        "code": "QA_VERDICT_MISMATCH",
        "message": "says one thing",
        "where": "qa-report.md:3",
        "mend": "say the other",
    }


def test_github_annotations_name_the_place_and_obey_nobody() -> None:
    lines = github.render(flagged("says\n::error::boom %0A ##[group]x")).splitlines()
    assert lines[0] == (
        "::error file=reports/r1/qa-report.md,line=3,title=QA_VERDICT_MISMATCH"
        "::says : :error: :boom %250A ## [group]x Mend: say the other"
    )
    assert lines[-1] == "claim flagged: QA_VERDICT_MISMATCH"


def test_sarif_places() -> None:
    log = json.loads(sarif.render(flagged()))
    result = log["runs"][0]["results"][0]
    assert log["version"] == "2.1.0"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "reports/r1/qa-report.md"},
        "region": {"startLine": 3},
    }


def test_text_shows_no_control_characters() -> None:
    assert "\x1b" not in text.render(flagged("a\x1b[31mb"))


EXPECTED = f"# QA report: x\n\nVerdict: PASS\n\nReason: y\n{END_MARKER}\n"


def test_prose_below_the_end_marker_is_not_compared() -> None:
    assert report_differences("r", (EXPECTED + "\nLooks good.\n").encode(), EXPECTED) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "aspect"),
    [
        ("Verdict: PASS", "Verdict: FAIL", 3, "verdict"),
        ("Reason: y", "Reason: z", 5, "text"),
        ("\nReason: y", "", 5, "text"),
        ("# QA report: x\n", "", 1, "text"),
        (END_MARKER, END_MARKER + "x", 6, "text"),
        ("y\n", "y\nmore\n", 6, "text"),
    ],
)
def test_differences_name_their_line(old: str, new: str, line: int, aspect: str) -> None:
    found = report_differences("r", EXPECTED.replace(old, new, 1).encode(), EXPECTED)
    assert (found[0].where.line, found[0].aspect) == (line, aspect)


def test_changed_line_ends_are_one_difference() -> None:
    assert len(report_differences("r", EXPECTED.replace("\n", "\r\n").encode(), EXPECTED)) == 1
