"""What cannot be run is refused in words: all mistakes at once, no browser, exit 2, no traceback."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.e2e.cli import FLOWS, ROOT, Said, command, qarunner

GOOD = "qarunner: 1\nname: x\nbase: http://127.0.0.1:1\nsteps:\n  - open: /\n  - expect: {heading: x}\n"


class Trap:
    """A browser that leaves a trace when it is started."""

    def __init__(self, folder: Path) -> None:
        self.trace = folder / "started"
        self.browser = folder / "browser"
        self.browser.write_text(f'#!/bin/sh\necho "$@" >> {self.trace}\nexit 1\n')
        self.browser.chmod(0o755)

    def run(self, *arguments: str | Path, cwd: Path = ROOT, timeout: float = 60) -> Said:
        env = {"QARUNNER_BROWSER": str(self.browser)}
        return qarunner("run", *arguments, cwd=cwd, env=env, timeout=timeout)

    def refused(self, said: Said, *words: str) -> None:
        assert said.code == 2, said
        assert not self.trace.exists()
        assert said.out == ""
        for word in words:
            assert word in said.err, said.err


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


def test_the_trap_works(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    said = trap.run(tmp_path / "good.yaml", "--output", tmp_path / "out")
    assert trap.trace.exists()
    assert said.code == 4


def test_all_mistakes_of_all_files_at_once(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "qarunner: 1\nname: a\nbase: http://127.0.0.1:1\ntimeot: 3s\nsteps:\n"
        "  - opn: /\n  - click: {buton: Save}\n  - expect: {heading: x, within: soon}\n  - fill: {label: A}\n"
        "  - open: $nobody\n  - wait: 5 parsecs\n"
    )
    (tmp_path / "b.yaml").write_text("qarunner: 7\nname: b\nname: c\nsteps: 3\n")
    said = trap.run(tmp_path, "--output", tmp_path / "out")
    trap.refused(said, "nothing was run")
    places = re.findall(r"^(\S+\.yaml):(\d+):(\d+): (.+)$", said.err, re.MULTILINE)
    lines = {(Path(file).name, int(line)) for file, line, _, _ in places}
    assert {("a.yaml", n) for n in (4, 6, 7, 8, 9, 10, 11)} <= lines
    assert {("b.yaml", n) for n in (1, 3)} <= lines
    assert f"{len(places)} mistakes" in said.err
    assert not (tmp_path / "out").exists()


def test_the_bad_flows_of_the_fixtures(trap: Trap, tmp_path: Path) -> None:
    bad = [path for path in sorted((FLOWS / "bad").glob("*.yaml")) if not path.with_suffix(".lint").exists()]
    said = trap.run(*bad, "--output", tmp_path / "out")
    trap.refused(said, "nothing was run")
    named = set(re.findall(r"^(?:\S*/)?(\S+\.yaml):\d+:\d+: ", said.err, re.MULTILINE))
    assert len(named) > 0.9 * len(bad)


def test_a_missing_secret_is_named(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(GOOD + "secrets: {password: NO_SUCH_VARIABLE_HERE}\n")
    trap.refused(
        trap.run(tmp_path / "x.yaml", "--output", tmp_path / "out"), "NO_SUCH_VARIABLE_HERE", "password"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name",
    [
        "nowhere.yaml",
        "no/folder",
        "-",
        "a" * 300,
    ],
)
def test_an_unknown_file(trap: Trap, tmp_path: Path, name: str) -> None:
    trap.refused(trap.run(name, cwd=tmp_path), name[:100])


def test_no_argument_at_all(trap: Trap) -> None:
    said = trap.run()
    assert said.code == 2
    assert "Missing" in said.err or "missing" in said.err


@pytest.mark.parametrize("command", ["gate", "report", "lint"])
def test_no_argument_for_the_others(command: str) -> None:
    assert qarunner(command).code == 2


@pytest.mark.parametrize("arguments", [["nonsense"], ["run", "--nonsense"], ["gate", "x", "--format", "odd"]])
def test_a_command_line_that_is_wrong(arguments: list[str]) -> None:
    said = qarunner(*arguments)
    assert (said.code, said.out) == (2, "")


@pytest.mark.parametrize(
    "step",
    ["drag: {text: a, to: {text: b}}", "script: 1 + 1", "network: offline", "expect: {screenshot: x}"],
)
def test_what_is_not_yet_performed(trap: Trap, tmp_path: Path, step: str) -> None:
    (tmp_path / "x.yaml").write_text(GOOD + f"  - {step}\n")
    said = trap.run(tmp_path / "x.yaml", "--output", tmp_path / "out")
    trap.refused(said, "not yet performed by this version", "x.yaml:7:")


GARBAGE = {
    "binary": bytes(range(256)) * 40,
    "zeros": b"\0" * 5000,
    "png": b"\x89PNG\r\n\x1a\n" + b"\xff" * 3000,
    "utf-16-cut": b"\xff\xfeq\x00a",
    "latin-1": "qarunner: 1\nname: gr\u00fcn\n".encode("latin-1"),
    "empty": b"",
    "blanks": b" \n\t\n",
    "deep": b"qarunner: 1\nsteps: " + b"[" * 5000,
    "deep-maps": b"qarunner: 1\nsteps: " + b"{a: " * 5000,
    "bomb": b"a: &a [x,x]\nb: &b [*a,*a]\nqarunner: 1\n",
    "huge": b"qarunner: 1\nname: x\n# " + b"x" * 300_000,
    "tags": b"qarunner: 1\nname: !!python/object/apply:os.system [id]\n",
    "two": b"qarunner: 1\n---\nqarunner: 1\n",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage(trap: Trap, tmp_path: Path, name: str) -> None:
    (tmp_path / "x.yaml").write_bytes(GARBAGE[name])
    said = trap.run(tmp_path / "x.yaml", "--output", tmp_path / "out")
    trap.refused(said, "x.yaml:")
    assert len(said.err) < 3000


@pytest.mark.parametrize("inside", [False, True])
def test_a_huge_file_is_not_read(trap: Trap, tmp_path: Path, inside: bool) -> None:
    (tmp_path / "flows").mkdir()
    (tmp_path / "flows" / "good.yaml").write_text(GOOD.replace("open", "opn"))
    with (tmp_path / "flows" / "x.yaml").open("wb") as file:
        file.truncate(400 << 20)
    paths = [tmp_path / "flows"] if inside else [tmp_path / "flows" / "x.yaml"]
    process = subprocess.Popen(command(["run", *paths]), cwd=ROOT, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 2
    assert used.ru_maxrss < 300_000, f"{used.ru_maxrss} KB"


def test_a_folder_without_flows(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("a: 1\n")
    trap.refused(trap.run(tmp_path), "no flow file")


def test_a_pipe(trap: Trap, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yaml")
    trap.refused(trap.run(tmp_path / "x.yaml", timeout=3), "x.yaml")


def test_a_link_to_itself(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    trap.refused(trap.run(tmp_path / "loop.yaml"), "loop.yaml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(trap: Trap, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(GOOD)
    (tmp_path / "x.yaml").chmod(0)
    trap.refused(trap.run(tmp_path / "x.yaml"), "x.yaml")


def test_a_flow_outside_of_a_project_runs_in_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<h1>Here</h1>")
    run = "python -m http.server $port --bind 127.0.0.1 --directory site"
    app = f"app: {{run: {run}, ready: /}}\n"
    (tmp_path / "x.yaml").write_text(
        f"qarunner: 1\nname: x\n{app}base: http://127.0.0.1:$port\n"
        "steps: [{open: /}, {expect: {heading: Here}}]\n"
    )
    said = qarunner("run", tmp_path / "x.yaml", "--output", tmp_path / "out", cwd=Path("/"))
    assert said.code == 0, said.err
    (tmp_path / "y.yaml").write_text(GOOD + "  - use: ../../etc/passwd\n")
    said = qarunner("run", tmp_path / "y.yaml", "--output", tmp_path / "out2", cwd=Path("/"))
    assert said.code == 2
    assert "outside" in said.err


def test_a_browser_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(GOOD)
    for browser in ("/nowhere/chrome", str(tmp_path), "/bin/true"):
        said = qarunner("run", tmp_path / "x.yaml", "--output", tmp_path / "out", "--browser", browser)
        assert said.code in (2, 4), said
        assert browser in said.err
