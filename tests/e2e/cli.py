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
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
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
        command(arguments),
        cwd=cwd,
        env=environment(env or {}),
        capture_output=True,
        timeout=timeout * slack(),
    )
    said = Said(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in said.all, said.all
    return said


def run_folder(output: Path) -> Path:
    """The one run folder below `output`."""
    found = [path for path in output.iterdir() if path.is_dir()]
    assert len(found) == 1, found
    return found[0]


def slack() -> float:
    """How much longer things may take on this machine just now."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@dataclass(slots=True)
class Running:
    """A command that runs, and all that it started."""

    process: subprocess.Popen[bytes]
    mark: str
    output: Path
    said: Path
    known: dict[int, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return run_folder(self.output)

    def children(self) -> dict[int, str]:
        """All living processes that descend from it, with their command lines; those that lost their parent
        are known by their environment or from an earlier call."""
        living = alive()
        mine = {self.process.pid, *self.known, *marked(self.mark)} & set(living)
        grown = True
        while grown:
            more = {pid for pid, (parent, _) in living.items() if parent in mine} - mine
            mine |= more
            grown = bool(more)
        self.known = {pid: living[pid][1] for pid in mine if pid != self.process.pid}
        return dict(self.known)

    def log(self) -> str:
        logs = list(self.output.glob("*/flows/*/attempt-1/evidence/events.jsonl"))
        return logs[0].read_text("utf-8", "replace") if logs else ""

    def wait_for(self, what: Callable[[], object], seconds: float = 15) -> None:
        until = time.monotonic() + seconds * slack()
        while not what():
            assert time.monotonic() < until, f"not in time; {self.log()[-2000:]}"
            assert self.process.poll() is None, self.told()
            time.sleep(0.02)

    def told(self) -> Said:
        out, err = ((self.said / name).read_bytes().decode() for name in ("out", "err"))
        said = Said(self.process.poll() or 0, out, err)
        assert "Traceback" not in said.all, said.all
        return said

    def wait(self, seconds: float) -> Said:
        """It must have ended by itself after `seconds`."""
        self.process.wait(seconds * slack())
        return self.told()

    def end(self, number: signal.Signals, seconds: float) -> Said:
        """Sends a signal; it must have ended after `seconds`."""
        self.children()
        self.process.send_signal(number)
        return self.wait(seconds)

    def alone(self, seconds: float) -> None:
        """Nothing that it started is left after `seconds`."""
        until = time.monotonic() + seconds * slack()
        while left := self.children():
            assert time.monotonic() < until, left
            time.sleep(0.05)


@contextmanager
def running(output: Path, *arguments: str | Path, env: Mapping[str, str] | None = None) -> Iterator[Running]:
    """Starts `qarunner run ... --output`; whatever happens, nothing of it survives the test."""
    mark = uuid.uuid4().hex
    said = output.parent / "said"
    said.mkdir()
    with (said / "out").open("wb") as out, (said / "err").open("wb") as err:
        process = subprocess.Popen(
            command(["run", *arguments, "--output", output]),
            cwd=ROOT,
            env=environment({**(env or {}), _MARK: mark}),
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
    run = Running(process, mark, output, said)
    try:
        yield run
    finally:
        for pid in (process.pid, *run.children()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def alive() -> dict[int, tuple[int, str]]:
    """Pid -> parent and command line, without zombies."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            state, parent = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:2]
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            if state not in ("Z", "X"):
                found[int(folder.name)] = (int(parent), line[:300])
    return found


def marked(mark: str) -> set[int]:
    """Processes with `mark` in their environment. Renderers overwrite theirs."""
    wanted = f"{_MARK}={mark}".encode()
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return found


def save(said: Said, path: Path) -> None:
    path.write_text(json.dumps(asdict(said)), "utf-8")


def load(path: Path) -> Said:
    return Said(**json.loads(path.read_text("utf-8")))
