"""A page can say what it wants: the report, the terminal, the log of GitHub and JSON say what we say."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import unicodedata
from pathlib import Path

import pytest

from qarunner.claims.report import END_MARKER
from tests.e2e.cli import ROOT, Said, qarunner
from tests.e2e.conftest import Made

FLOWS = {
    "dies": ({"INCONCLUSIVE"}, 1),
    "doubles": ({"INCONCLUSIVE"}, 1),
    "hides": ({"INCONCLUSIVE"}, 1),
    "lies": ({"FAIL", "INCONCLUSIVE"}, 12),
    "speaks": ({"PASS", "INCONCLUSIVE"}, 5),
}
"""Slug -> verdicts (a starved machine may leave it open), number of checks."""

WORDS: tuple[str, ...] = runpy.run_path(str(ROOT / "fixtures/site/hostile.py"))["WORDS"]
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
FORMATS = ("text", "json", "github", "sarif")


def harmless(text: str) -> None:
    """Nothing hidden, no other line ends than our own, no command."""
    hidden = {hex(ord(c)) for c in text if c != "\n" and unicodedata.category(c) in UNSEEN}
    assert not hidden
    assert text.splitlines() == text.removesuffix("\n").split("\n")
    assert not re.search(r"^\s*::", text, re.MULTILINE)
    assert "##[" not in text


def verdict_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.match(r"[\s#>*_-]*verdict\s*:", line, re.IGNORECASE)]


def told(made: Made) -> str:
    """The verdict of the run, from what only we write."""
    verdict: str = json.loads((made.folder / "verdict.json").read_bytes())["verdict"]
    return verdict


def test_the_flows_are_as_told(hostile: Made) -> None:
    flows = json.loads((hostile.folder / "verdict.json").read_bytes())["flows"]
    assert {f["slug"]: len(f["checks"]) for f in flows} == {slug: of for slug, (_, of) in FLOWS.items()}
    assert all(f["verdict"] in FLOWS[f["slug"]][0] for f in flows), flows
    assert hostile.said.code == {"FAIL": 1, "INCONCLUSIVE": 4}[told(hostile)]


def test_the_page_was_heard(hostile: Made) -> None:
    """Else the other tests would prove nothing."""
    for word in ("fake check", "::set-output", "evil.example", "SSAP", "end of report"):
        assert word in (hostile.flow("speaks") / "events.jsonl").read_text("utf-8")


def test_the_log_is_whole_lines_of_utf8(hostile: Made) -> None:
    for log in hostile.folder.rglob("events.jsonl"):
        lines = log.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
        assert [json.loads(line)["seq"] for line in lines] == list(range(len(lines)))
        assert max(map(len, lines)) < 200_000


def test_the_report_says_one_verdict(hostile: Made) -> None:
    harmless(hostile.report)
    assert verdict_lines(hostile.report) == [f"Verdict: {told(hostile)}"]
    assert hostile.report.split("\n")[2] == f"Verdict: {told(hostile)}"
    assert hostile.report.count(END_MARKER) == 1
    assert hostile.report.endswith(f"\n{END_MARKER}\n")
    assert len(re.findall(r"(?<!\\)<!--", hostile.report)) == 1


def test_the_checklist_is_ours(hostile: Made) -> None:
    marks = re.findall(r"^\s*(?:[-*+]|\d+[.)])\s+\[(.)\]", hostile.report, re.MULTILINE)
    verdict = json.loads((hostile.folder / "verdict.json").read_bytes())
    own = {"held": "x", "violated": " "}
    wanted = [own.get(check["outcome"], "?") for flow in verdict["flows"] for check in flow["checks"]]
    assert marks == wanted
    assert len(marks) == sum(count for _, count in FLOWS.values())


def test_the_report_has_no_markup_of_the_page(hostile: Made) -> None:
    plain = re.sub(r"(`+).*?\1", "", hostile.report)  # code spans are shown as they are
    for image in re.findall(r"(?<!\\)!\[[^\n]*?\]\(([^)]*)\)", plain):
        assert re.fullmatch(r"flows/[a-z0-9-]+/attempt-1/evidence/blobs/[0-9a-f]{64}\.png", image)
    for link in re.findall(r"(?<!\\)\]\(([^)]*)\)", plain):
        assert link.startswith("flows/")
    assert not re.search(r"(?<!\\)<[a-z/!?]", plain.replace(END_MARKER, ""), re.IGNORECASE)
    assert not re.search(r"(?<!\w)@octocat|(?<!&#8203;)//evil|GH-1|(?<![&\w])#1\b", plain)
    headings = [line for line in hostile.report.split("\n") if line.startswith("#")]
    assert not [line for line in headings if "forged" in line]
    assert not re.search(r"^(?:```|~~~)", hostile.report, re.MULTILINE)


@pytest.mark.parametrize("stream", ["out", "err"])
def test_run_says_one_verdict_to_the_terminal(hostile: Made, stream: str) -> None:
    text = getattr(hostile.said, stream)
    harmless(text)
    assert verdict_lines(text) == ([f"Verdict: {told(hostile)}"] if stream == "out" else [])
    assert max(map(len, text.splitlines())) < 2_500


def test_run_ends_with_the_verdict(hostile: Made) -> None:
    assert hostile.said.out.endswith(f"\nVerdict: {told(hostile)}\n")


@pytest.mark.parametrize("form", FORMATS)
def test_the_honest_report_is_earned(hostile: Made, form: str) -> None:
    said = qarunner("gate", hostile.folder, "--format", form)
    assert said.code == 0
    harmless(said.all)
    assert not verdict_lines(said.all)
    if form in ("json", "sarif"):
        json.loads(said.out)
    else:
        assert said.out == f"claim earned: {told(hostile)}\n"


def test_report_says_one_verdict(hostile: Made, tmp_path: Path) -> None:
    run = Path(shutil.copytree(hostile.folder, tmp_path / "run"))
    before = hostile.report
    (run / "qa-report.md").unlink()
    (run / "verdict.json").unlink()
    said = qarunner("report", run)
    assert verdict_lines(said.all) == [f"Verdict: {told(hostile)}"]
    harmless(said.all)
    assert (run / "qa-report.md").read_bytes().decode() == before


def forged(run: Path) -> None:
    """The report says what the page says, in several places."""
    lines = (run / "qa-report.md").read_text("utf-8").split("\n")
    words = [word for word in WORDS if "\ud800" not in word]
    for at, word in zip(range(20, len(lines), len(lines) // len(words)), words, strict=False):
        lines[at] = word + lines[at]
    (run / "qa-report.md").write_text("\n".join(lines), "utf-8", newline="")


@pytest.fixture(scope="module")
def forgery(hostile: Made, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = Path(shutil.copytree(hostile.folder, tmp_path_factory.mktemp("forged") / "run"))
    forged(run)
    return run


@pytest.mark.parametrize("form", FORMATS)
def test_what_the_gate_quotes_says_nothing(forgery: Path, form: str) -> None:
    said = qarunner("gate", forgery, "--format", form)
    assert said.code == 3
    if form == "github":
        commands(said)
    else:
        harmless(said.all)
    if form in ("json", "sarif"):
        assert json.loads(said.out)
    assert not verdict_lines(said.all)


def commands(said: Said) -> None:
    """Every command of the log is one of ours."""
    lines = said.out.splitlines()
    ours = r"::error file=[^,:]+(?:,line=\d+)?,title=QA_[A-Z_]+::[^\x00-\x1f]+"
    given = [line for line in lines if line.lstrip().startswith("::")]
    assert given
    assert all(re.fullmatch(ours, line) and "::" not in line.split("::", 2)[2] for line in given), given
    harmless("\n".join(line for line in lines if line not in given))


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "lint",
        "list",
    ],
)
def test_names_of_flow_files_say_nothing(tmp_path: Path, command: str) -> None:
    """They may come from a branch, and stand first on the line of a mistake."""
    steps = "steps: [{open: /}]" if command == "list" else "stepz: []"
    for name in ("::error::x.yaml", "\x1b[31m\u202e.yaml", "##[error]x.yaml"):
        (tmp_path / name).write_text(f'qarunner: 1\nname: "::error::x"\nbase: http://x\n{steps}\n', "utf-8")
    said = qarunner(command, ".", cwd=tmp_path)
    assert said.code == (0 if command == "list" else 2)
    assert said.all.count("x.yaml") >= 2
    harmless(said.all)
