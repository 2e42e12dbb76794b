"""The commands that need no browser: what they print, where, and with which exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from qarunner.cli.main import run_command

REPO = Path(__file__).parents[2]
SAMPLES = REPO / "fixtures" / "reports"
BROKEN = """\
qarunner: 1
name: Broken
base: http://127.0.0.1:1
steps:
  - opne: /
  - click: {buton: Save}
  - fill: {label: Email, with: @ada}
  - expect: {css: #main}
  - expect: {heading: Hello, within: 3}
"""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPO)


@pytest.mark.parametrize("command", ["lint", "run"])
def test_all_mistakes_at_once_and_no_browser(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "browser"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    trap.chmod(0o755)
    monkeypatch.setenv("QARUNNER_BROWSER", str(trap))
    flow = tmp_path / "broken.yaml"
    flow.write_text(BROKEN)
    assert run_command([command, str(flow)]) == 2
    told = "".join(capsys.readouterr())
    for place in ("5:5", "6:13", "7:32", "8:19", "9:30"):
        assert f"{flow}:{place}: " in told
    for hint in (
        "did you mean `open`?",
        "did you mean `button`?",
        "'@ada'",
        "'#main'",
        "`within:` stands beside",
    ):
        assert hint in told
    assert not (tmp_path / "started").exists()


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["list", "flows/dashboard.yaml", "--json"]) == 0
    (flow,) = json.loads(capsys.readouterr().out)
    assert (flow["path"], flow["steps"], len(flow["checks"])) == ("flows/dashboard.yaml", 24, 10)
    assert run_command(["list", "flows/dashboard.yaml"]) == 0
    assert "  flows/dashboard.yaml:23 " in capsys.readouterr().out


def test_schema_is_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["schema"]) == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    ("sample", "require", "code", "last"),
    [
        ("pass", None, 0, "claim earned: PASS"),
        ("pass", "pass", 0, "claim earned: PASS"),
        ("fail", None, 0, "claim earned: FAIL"),
        ("fail", "pass", 1, "claim earned: FAIL (PASS is required)"),
        ("inconclusive", None, 0, "claim earned: INCONCLUSIVE"),
        ("inconclusive", "pass", 4, "claim earned: INCONCLUSIVE (PASS is required)"),
    ],
)
def test_gate(
    sample: str, require: str | None, code: int, last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--require", require] if require else []
    assert run_command(["gate", str(SAMPLES / sample), *asked]) == code
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_gate_flags_and_names_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = shutil.copytree(SAMPLES / "fail", tmp_path / "run")
    report = run / "qa-report.md"
    report.write_text(report.read_text("utf-8").replace("Verdict: FAIL", "Verdict: PASS"), encoding="utf-8")
    assert run_command(["gate", str(run)]) == 3
    told = capsys.readouterr().out
    assert "QA_VERDICT_MISMATCH  qa-report.md:3" in told


def test_report_rebuilds_every_byte(tmp_path: Path) -> None:
    for sample in ("pass", "fail", "inconclusive", "several"):
        run = shutil.copytree(SAMPLES / sample, tmp_path / sample)
        kept = {name: (run / name).read_bytes() for name in ("qa-report.md", "verdict.json")}
        for name in kept:
            (run / name).unlink()
        assert run_command(["report", str(run)]) == 0
        assert {name: (run / name).read_bytes() for name in kept} == kept


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 2),
        (["nonsense"], 2),
        (["run"], 2),
        (["run", "no-such-flow.yaml"], 2),
        (["run", "bench/results"], 2),
        (["gate"], 2),
        (["gate", "no-such-folder"], 2),
        (["gate", "README.md"], 4),
        (["gate", "x", "--require", "perhaps"], 2),
        (["report", "flows"], 4),
        (["--version"], 0),
        (["--help"], 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_codes(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(arguments) == code
    assert "Traceback" not in "".join(capsys.readouterr())
