"""A run that is stopped or killed: quickly gone, nothing left behind, what was seen is told honestly."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.e2e.cli import FLOWS, Running, qarunner, running, slack

E2E = FLOWS / "e2e"
INT, TERM, KILL = signal.SIGINT, signal.SIGTERM, signal.SIGKILL


def ready(run: Running, where: str) -> None:
    """Waits for the moment at which it is to be stopped."""
    match where:
        case "waits":
            run.wait_for(lambda: run.log().count('"kind":"looked"') >= 1)
        case "hangs":
            run.wait_for(lambda: run.log().count('"kind":"step_done"') >= 1)
            time.sleep(1)  # now it looks at a page that does not answer
        case "silent":
            run.wait_for(lambda: any("type=renderer" in line for line in run.children().values()))
            time.sleep(0.5)
        case _:
            run.wait_for(lambda: any("hostile.py" in line for line in run.children().values()))


def evidence(run: Running) -> Path:
    return next(run.folder.glob("flows/*/attempt-1/evidence"))


@pytest.mark.parametrize(
    ("where", "number", "code"),
    [
        ("waits", INT, 130),
        ("waits", TERM, 143),
        ("hangs", INT, 130),
        ("silent", TERM, 143),
        ("late", INT, 130),
    ],
)
def test_a_signal(tmp_path: Path, where: str, number: signal.Signals, code: int) -> None:
    with running(tmp_path / "out", E2E / f"{where}.yaml") as run:
        ready(run, where)
        before = time.monotonic()
        said = run.end(number, 8)
        took = time.monotonic() - before
        assert said.code == code, said
        assert took < 5 * slack(), took
        run.alone(0.5)
        assert said.out.endswith("Verdict: INCONCLUSIVE\n")
        folder = evidence(run)
        assert (folder / "seal.json").exists()
        log = [json.loads(line)["event"] for line in (folder / "events.jsonl").read_bytes().splitlines()]
        told = [e for e in log if e["kind"] == "interrupted"]
        assert [e["signal"] for e in told] == [number.name]
        verdict = json.loads((run.folder / "verdict.json").read_bytes())["flows"][0]
        assert (verdict["verdict"], verdict["reason"], verdict["row"]) == ("INCONCLUSIVE", "interrupted", 4)
        assert qarunner("gate", run.folder).code == 0
        assert qarunner("gate", run.folder, "--require", "pass").code == 4


def test_a_failure_that_was_seen_stays_one(tmp_path: Path) -> None:
    with running(tmp_path / "out", E2E / "waits.yaml") as run:
        run.wait_for(lambda: run.log().count('"kind":"looked"') >= 3)
        said = run.end(INT, 5)
        assert said.code == 130
        assert said.out.endswith("Verdict: FAIL\n")
        run.alone(0.5)


def test_two_signals_are_one(tmp_path: Path) -> None:
    with running(tmp_path / "out", E2E / "waits.yaml") as run:
        ready(run, "waits")
        run.process.send_signal(INT)
        time.sleep(0.05)
        said = run.end(INT, 5)
        assert said.code == 130
        assert (run.folder / "qa-report.md").exists()
        run.alone(0.5)


def test_a_signal_to_the_whole_group(tmp_path: Path) -> None:
    """Ctrl-C in a terminal reaches the browser and the driver too."""
    with running(tmp_path / "out", E2E / "waits.yaml") as run:
        ready(run, "waits")
        subprocess.run(["kill", "-s", "INT", "--", f"-{run.process.pid}"], check=True)
        said = run.wait(5)
        assert said.code == 130, said
        assert said.out.endswith("Verdict: INCONCLUSIVE\n")
        assert (evidence(run) / "seal.json").exists()
        run.alone(0.5)


def test_the_flows_that_follow_are_told_as_not_run(tmp_path: Path) -> None:
    with running(tmp_path / "out", E2E / "waits.yaml", E2E / "quick.yaml") as run:
        ready(run, "waits")
        assert run.end(TERM, 5).code == 143
        verdict = json.loads((run.folder / "verdict.json").read_bytes())
        assert [f["slug"] for f in verdict["flows"]] == ["waits", "quick"]
        assert {f["verdict"] for f in verdict["flows"]} == {"INCONCLUSIVE"}


@pytest.mark.parametrize(("looks", "verdict"), [(1, "INCONCLUSIVE"), (3, "FAIL")])
def test_a_kill(tmp_path: Path, looks: int, verdict: str) -> None:
    with running(tmp_path / "out", E2E / "waits.yaml") as run:
        run.wait_for(lambda: run.log().count('"kind":"looked"') >= looks)
        said = run.end(KILL, 2)
        assert said.code == -9
        run.alone(3)
        folder = run.folder
        assert not (evidence(run) / "seal.json").exists()
        gated = qarunner("gate", folder)
        assert gated.code in (3, 4), gated
        assert "earned" not in gated.out
        told = qarunner("report", folder)
        assert told.out == f"Verdict: {verdict}\n"
        assert qarunner("gate", folder).code == 0
        assert qarunner("gate", folder, "--require", "pass").code in (1, 4)


@pytest.mark.parametrize("where", ["hangs", "late"])
def test_a_kill_in_the_worst_moment(tmp_path: Path, where: str) -> None:
    with running(tmp_path / "out", E2E / f"{where}.yaml") as run:
        ready(run, where)
        run.end(KILL, 2)
        run.alone(3)
        assert qarunner("report", run.folder).out == "Verdict: INCONCLUSIVE\n"


def test_the_browser_is_killed(tmp_path: Path) -> None:
    """The run ends by itself, INCONCLUSIVE."""
    with running(tmp_path / "out", E2E / "waits.yaml") as run:
        ready(run, "waits")
        for pid, line in run.children().items():
            if "chrom" in line and "--type=" not in line:
                subprocess.run(["kill", "-9", str(pid)], check=False)
        said = run.wait(10)
        assert said.code == 4, said
        assert "browser-crash" in said.err
        assert said.out.endswith("Verdict: INCONCLUSIVE\n")
        run.alone(1)


def test_the_app_is_killed(tmp_path: Path) -> None:
    with running(tmp_path / "out", E2E / "waits.yaml") as run:
        ready(run, "waits")
        for pid, line in run.children().items():
            if "hostile.py" in line and "guard" not in line:
                subprocess.run(["kill", "-9", str(pid)], check=False)
        run.wait_for(lambda: '"kind":"app_exited"' in run.log(), 6)
        run.wait_for(lambda: run.log().count('"kind":"looked"') >= 3)
        said = run.end(INT, 5)
        assert said.code == 130
        run.alone(0.5)
