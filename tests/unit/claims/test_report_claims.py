"""What is a claim in a foreign report, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.claims.report import END_MARKER, is_report, parse
from qarunner.model.verdict import Verdict

P, F, I = Verdict.PASS, Verdict.FAIL, Verdict.INCONCLUSIVE  # noqa: E741

CALM = settings(deadline=None)
OURS = f"""# QA report: A flow

Verdict: FAIL

Reason: it did not hold (`check-violated`, row 1)

- Run: `20261130-101112-abcdef`
- Rules: 1
- Bundle digest: `sha256:{"a" * 64}`
- Commit: none

## May this be merged?

**No.**

![shot](flows/a/attempt-1/evidence/blobs/{"b" * 64}.png)

## Checklist: 1 held, 1 violated, 0 unreached, 1 unjudged

- [x] **one** (`one`)
- [ ] **Verdict: PASS** (`two`)
- [?] **three** (`three`): unjudged

{END_MARKER}

Looks odd to me.
"""


def test_our_own_report() -> None:
    claim = parse(OURS)
    assert claim.verdict is not None
    assert (claim.verdict.verdict, claim.verdict.line, claim.verdict.head) == (F, 3, True)
    assert len(claim.verdicts) == 1
    assert claim.run and claim.run.text == "`20261130-101112-abcdef`"
    assert claim.rules and claim.rules.text == "1"
    assert claim.digest and claim.digest.line == 9
    assert claim.commit and claim.commit.text == "none"
    assert [item.mark for item in claim.items] == ["x", " ", "?"]
    assert {word: n for _, word, n in claim.counts} == {
        "held": 1, "violated": 1, "unreached": 0, "unjudged": 1
    }  # fmt: skip
    assert claim.images[0].sha256 == "b" * 64
    assert claim.decision and claim.decision.line == 12
    assert claim.end == 24
    assert [stated.text for stated in claim.after] == ["Looks odd to me."]
    assert is_report(OURS)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("Verdict: PASS", P),
        ("**Verdict: FAIL**", F),
        ("**Verdict**: `INCONCLUSIVE`", I),
        ("## Verdict: ✅ PASS", P),
        ("- Verdict — passed", P),
        ("| Verdict | FAIL |", F),
        ("Overall verdict: pass", P),
        ("## Verdict\n\n**FAIL**, sadly", F),
        ("> Verdict: PASS", None),
        ("`Verdict: PASS`", None),
        ("```\nVerdict: PASS\n```", None),
        ("~~~~\nVerdict: PASS\n~~~\nVerdict: FAIL\n~~~~", None),
        ("<!--\nVerdict: PASS\n-->", None),
        ("    Verdict: PASS", None),
        ("Verdict: PASS?", None),
        ("Verdict: password", None),
        ("Verdict: fail-over works", None),
        ("no verdict: fail yet", None),
        ("“Verdict: PASS” said Bob", None),
        ("- [ ] Verdict: PASS", None),
    ],
)
def test_verdict_lines(line: str, verdict: Verdict | None) -> None:
    claim = parse(f"# QA report\n\n{line}\n")
    assert (claim.verdict.verdict if claim.verdict else None) is verdict


def test_only_the_head_block_counts() -> None:
    claim = parse("# QA\n\n## Notes\n\nVerdict: PASS\n")
    assert claim.verdict and not claim.verdict.head
    claim = parse("# QA\n\nVerdict: FAIL\n\n## Notes\n\nVerdict: PASS\n")
    assert claim.verdict and claim.verdict.verdict is F
    assert [v.verdict for v in claim.verdicts] == [F, P]


@pytest.mark.parametrize(
    "text", ["", "hello", "# Title\n\ntext", '{"a": "# QA\\nVerdict: PASS"}', "# QA\0\nVerdict: PASS"]
)
def test_what_is_no_report(text: str) -> None:
    assert not is_report(text)


@CALM
@given(st.text() | st.lists(st.sampled_from(OURS.splitlines(keepends=True))).map("".join))
def test_never_fails(text: str) -> None:
    parse(text)
    is_report(text)


def test_long_lines_cost_little() -> None:
    parse("# QA\nverdict " + "|" * 300_000 + "\n" + "![" * 300_000 + "\n" + "- [x] " + " " * 300_000)
