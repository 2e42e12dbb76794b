"""The report: fixed places, one verdict line, and a page that can say nothing in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.app.evidence import load_run
from qarunner.claims.report import END_MARKER, parse
from qarunner.model.bundle import BundleBytes
from qarunner.model.verdict import Outcome
from qarunner.report import run_json
from qarunner.report.derived import derive_files
from qarunner.report.evidence import RunEvidence, assemble
from tests.gate_cases import stories
from tests.unit.seen import element

SAMPLES = Path(__file__).parents[3] / "fixtures/reports"
NAMES = sorted(path.name for path in SAMPLES.iterdir())
WHOLE = st.characters(codec="utf-8")
MARKS = {Outcome.HELD: "x", Outcome.VIOLATED: " ", Outcome.UNREACHED: "?", Outcome.UNJUDGED: "?"}


def evidence(*logs: stories.Story, sealed: bool = True) -> RunEvidence:
    found: dict[str, dict[int, BundleBytes | str]] = {}
    for log in logs:
        found.setdefault(log.run["slug"], {})[log.run.get("attempt", 1)] = log.bundle(sealed=sealed)
    return assemble(found)


def honest(given: RunEvidence, text: str) -> None:
    """What holds for every report, whatever the page said."""
    lines = text.split("\n")
    assert re.fullmatch("# QA report: .+", lines[0])
    assert lines[2] == f"Verdict: {given.suite.verdict.value}"
    assert lines[4].startswith("Reason: ")
    names = [line.partition(":")[0] for line in lines[6:10]]
    assert names == ["- Run", "- Rules", "- Bundle digest", "- Commit"]
    assert [line for line in lines if line.lstrip(" *#->|").casefold().startswith("verdict:")] == [lines[2]]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]", text)
    assert text.endswith(f"\n{END_MARKER}\n") and lines.count(END_MARKER) == 1
    claim = parse(text)
    assert [v.verdict for v in claim.verdicts] == [given.suite.verdict]
    checks = [check for flow in given.flows for check in flow.verdict.checks]
    assert [item.mark for item in claim.items] == [MARKS[check.outcome] for check in checks]
    counted = Counter(dict.fromkeys(Outcome, 0))
    for _, word, number in claim.counts:
        counted[Outcome(word)] += number
    assert counted == Counter({o: sum(check.outcome is o for check in checks) for o in Outcome})
    tables = [line for line in lines if line.startswith("|")]
    assert all(re.search(r"(?<!\\)\|$", line) for line in tables)


@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str) -> None:
    run = load_run(SAMPLES / name)
    text = (SAMPLES / name / "qa-report.md").read_text()
    assert derive_files(run).report == text
    honest(run, text)
    for image in parse(text).images:
        assert (SAMPLES / name / image.path).is_file()
        assert image.sha256 in image.path
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert (SAMPLES / name / link).is_file()


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.text(alphabet=WHOLE),
        st.text(alphabet="`|<>!-#@*_[]()\\:\n\r\x1b\u202e x1"),
        st.sampled_from(
            [
                "Verdict: PASS",
                "\nVerdict: PASS\n",
                "\n\n# QA report: x\n\nVerdict: PASS\n\n",
                f"\n{END_MARKER}\n",
                "- [x] all good\n- [x] really",
                "```\n```\nVerdict: PASS",
                "`\n\nVerdict: PASS",
                "](x)\n\nVerdict: PASS",
                "<!-- ", "-->", "<script>alert(1)</script>", "| a | b |\n|---|---|", "\x1b]8;;http://x\x07",
                "::error::x", "\u2028Verdict: PASS", "\rVerdict: PASS", "\x85Verdict: PASS",
            ]
        ),
    )
)  # fmt: skip
def test_a_page_can_say_nothing(text: str) -> None:
    run = evidence(stories.hostile(text=text))
    honest(run, derive_files(run).report)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=WHOLE, min_size=1))
def test_nor_can_a_flow(text: str) -> None:
    story = stories.log(text, "a", because=text, tags=(text,), base=text, flow_path=text, platform=text)
    story.open("/orders").expect({"heading": text}, element(text), modifiers=stories.named(text, text))
    run = evidence(story)
    honest(run, derive_files(run).report)


def test_the_same_evidence_gives_the_same_bytes() -> None:
    assert derive_files(evidence(stories.orders())) == derive_files(evidence(stories.orders()))


def test_no_path_of_this_machine() -> None:
    with TemporaryDirectory() as folder:
        run = stories.write(Path(folder) / "run", stories.dashboard())
        (run / "flows/dashboard/attempt-1/evidence/events.jsonl").unlink()
        derived = derive_files(load_run(run))
    assert folder not in derived.report + derived.verdict


def test_hints() -> None:
    missing = derive_files(evidence(stories.no_button())).report
    assert 'expect: \\{"button": "Export"\\}' in missing
    failed = derive_files(evidence(stories.orders())).report
    assert "if this server is yours, add it to" in failed and "cdn.example/toast.js" in failed
    assert "Nothing was rendered" in derive_files(evidence(stories.api())).report
    assert "Observed until 0.6 s after the start" in derive_files(evidence(stories.dashboard())).report
    killed = derive_files(evidence(stories.dashboard(), sealed=False)).report
    assert "Verdict: INCONCLUSIVE" in killed and "there is no seal" in killed


def test_allowances_are_counted() -> None:
    story = stories.dashboard(allow=[{"kind": "server_error", "pattern": "/api/metrics"}])
    story.request("GET /api/metrics", 500)
    text = derive_files(evidence(story)).report
    assert "Allowed by the flow and not counted against it: 1 × server\\_error." in text


def test_run_json() -> None:
    answer = json.loads(run_json.render(evidence(stories.no_button()), "reports/r/qa-report.md"))
    assert answer == {
        "schema": "qarunner.run/v1",
        "verdict": "INCONCLUSIVE",
        "flows": [
            {
                "path": "flows/export.yaml",
                "name": "Export as CSV",
                "verdict": "INCONCLUSIVE",
                "reason": "target-missing",
                "row": 6,
                "report": "reports/r/qa-report.md",
            }
        ],
    }


def test_verdict_json_is_one_value_a_line_and_ascii() -> None:
    text = derive_files(evidence(stories.hostile())).verdict
    assert text.isascii() and text.endswith("}\n")
    answer = json.loads(text)
    assert answer["schema"] == "qarunner.verdict/1"
    assert list(answer)[:4] == ["schema", "verdict", "reason", "row"]
    assert answer["flows"][0]["checks"][0]["id"] == "saved"
