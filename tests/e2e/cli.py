"""The real command line in a process of its own, and what it leaves behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLOWS = ROOT / "fixtures" / "flows"
_MARK = "QARUNNER_E2E_MARK"


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        return self.out + self.err


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("CI", "GITHUB_ACTIONS", "QARUNNER_BUILD")}
    return {**kept, **extra}


def command(arguments: Sequence[str | Path]) -> list[str]:
    return [sys.executable, "-m", "qarunner", *map(str, arguments)]


def qarunner(
    *arguments: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None, timeout: float = 60
) -> Said:
    """Runs one command to its end; a traceback is a failure in every test."""
    done = subprocess.run(
        command(arguments), cwd=cwd, env=environment(env or {}), capture_output=True, timeout=timeout
    )
    said = Said(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in said.all, said.all
    return said


def run_folder(output: Path) -> Path:
    """The one run folder below `output`."""
    found = [path for path in output.iterdir() if path.is_dir()]
    assert len(found) == 1, found
    return found[0]


@dataclass(slots=True)
class Running:
    """A command that runs; everything that it starts carries `mark` in its environment."""

    process: subprocess.Popen[bytes]
    mark: str
    output: Path

    @property
    def folder(self) -> Path:
        return run_folder(self.output)

    def children(self) -> dict[int, str]:
        """All living processes that descend from it, with their command lines."""
        return marked(self.mark, without=self.process.pid)

    def log(self) -> str:
        logs = list(self.output.glob("*/flows/*/attempt-1/evidence/events.jsonl"))
        return logs[0].read_text("utf-8", "replace") if logs else ""

    def wait_for(self, what: Callable[[], object], seconds: float = 20) -> None:
        until = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < until, f"not in {seconds} s; {self.log()[-2000:]}"
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.02)

    def end(self, number: signal.Signals, seconds: float) -> Said:
        """Sends a signal; it must have ended after `seconds`."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=seconds)
        return Said(self.process.returncode, out.decode(), err.decode())

    def alone(self, seconds: float) -> None:
        """Nothing that it started is left after `seconds`."""
        until = time.monotonic() + seconds
        while left := self.children():
            assert time.monotonic() < until, left
            time.sleep(0.05)


@contextmanager
def running(output: Path, *arguments: str | Path, env: Mapping[str, str] | None = None) -> Iterator[Running]:
    """Starts `qarunner run ... --output`; whatever happens, nothing of it survives the test."""
    mark = uuid.uuid4().hex
    process = subprocess.Popen(
        command(["run", *arguments, "--output", output]),
        cwd=ROOT,
        env=environment({**(env or {}), _MARK: mark}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield Running(process, mark, output)
    finally:
        for pid in marked(mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        process.communicate()


def marked(mark: str, without: int = 0) -> dict[int, str]:
    """Processes with `mark` in their environment. Zombies have none."""
    wanted = f"{_MARK}={mark}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0") and int(folder.name) != without:
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
        except OSError:
            continue
    return found


def save(said: Said, path: Path) -> None:
    path.write_text(json.dumps(asdict(said)), "utf-8")


def load(path: Path) -> Said:
    return Said(**json.loads(path.read_text("utf-8")))
