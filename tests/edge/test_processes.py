"""Real processes: captured, ended with all their children, and not outliving us."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qarunner.services.processes import Process, run, run_shown

ROOT = Path(__file__).parents[2]


def gone(pid: int) -> bool:
    """No process of that id, or a zombie that waits for a lazy init."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in "ZX"


def soon(condition: Callable[[], bool], seconds: float = 5) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def pids(process: Process, count: int) -> list[int]:
    assert soon(lambda: len(process.output().split()) >= count), process.output()
    return [int(word) for word in process.output().split()]


def test_output_and_exit_code() -> None:
    process = Process(
        [sys.executable, "-c", "import sys; print('out'); print('err', file=sys.stderr); exit(3)"]
    )
    assert soon(lambda: process.exited() is not None)
    assert process.stop() == 3 == process.exited()
    assert sorted(process.output().split()) == ["err", "out"]
    assert process.tail(1) in ("out", "err")


def test_stop_ends_children_that_ignore_sigterm() -> None:
    code = "trap '' TERM; echo $$; sh -c 'trap \"\" TERM; echo $$; sleep 60 & echo $!; wait' ; wait"
    process = Process(["sh", "-c", code])
    started = pids(process, 3)
    began = time.monotonic()
    assert process.stop(0.3) == -signal.SIGKILL
    assert time.monotonic() - began < 2
    assert soon(lambda: all(map(gone, started)))
    assert process.stop() == -signal.SIGKILL


def test_stop_ends_children_of_a_leader_that_is_gone() -> None:
    process = Process(["sh", "-c", "sleep 60 & echo $!"])
    assert soon(lambda: process.exited() == 0)
    (child,) = pids(process, 1)
    assert not gone(child)
    assert process.stop() == 0 and soon(lambda: gone(child))


def test_a_stray_process_that_holds_the_pipe_does_not_hold_us() -> None:
    process = Process(["setsid", "sh", "-c", "setsid sleep 8 & echo $!"])
    (stray,) = pids(process, 1)
    began = time.monotonic()
    process.stop()
    assert time.monotonic() - began < 3
    os.kill(stray, signal.SIGKILL)


def test_much_output_is_capped() -> None:
    code = "import sys\nfor n in range(200000): sys.stdout.write(f'line {n}\\n')"
    process = Process([sys.executable, "-c", code])
    assert soon(lambda: process.exited() == 0, 20)
    process.stop()
    text = process.output()
    assert text.startswith("line 0\n") and text.endswith("line 199999\n") and "bytes dropped" in text
    assert len(text) < 400_000


def test_a_command_that_does_not_exist_leaks_nothing() -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with pytest.raises(FileNotFoundError):
            Process(["/no/such/program"])
    assert len(os.listdir("/proc/self/fd")) == before


def test_nothing_leaks_after_stop() -> None:
    Process(["true"]).stop()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        Process(["sleep", "60"]).stop()
    assert len(os.listdir("/proc/self/fd")) == before


def test_stop_from_a_cancelled_task_still_ends_it() -> None:
    process = Process(["sleep", "60"])

    async def scenario() -> None:
        task = asyncio.create_task(process.stop_soon())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())
    assert soon(lambda: gone(process.pid))
    process.stop()


def test_our_kill_ends_the_app_and_its_children() -> None:
    code = """
import os, signal, sys, time
from qarunner.services.processes import Process
process = Process(["sh", "-c", "trap '' TERM; echo $$; sleep 60 & echo $!; wait"])
while len(process.output().split()) < 2:
    time.sleep(0.01)
print(process.output(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = run([sys.executable, "-c", code], timeout_s=20, cwd=ROOT)
    assert done.code == -signal.SIGKILL, done.err
    started = [int(word) for word in done.out.split()]
    assert len(started) == 2 and soon(lambda: all(map(gone, started)))


def test_run() -> None:
    done = run(["sh", "-c", "cat; echo err >&2; exit 7"], timeout_s=5, stdin=b"in")
    assert (done.code, done.out, done.err, done.ok) == (7, "in", "err\n", False)
    began = time.monotonic()
    late = run(["sh", "-c", "echo begun; sleep 60 & sleep 60"], timeout_s=0.5)
    assert late.code is None and late.out == "begun\n" and time.monotonic() - began < 3


def test_run_shown_writes_to_stderr_and_is_bounded() -> None:
    code = "from qarunner.services.processes import run_shown as r; "
    code += (
        "print(r(['sh','-c','echo hi; echo ho >&2; exit 4'], timeout_s=5), r(['sleep','60'], timeout_s=0.2))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "4 None\n" and done.stderr == "hi\nho\n"
    with pytest.raises(FileNotFoundError):
        run_shown(["/no/such/program"], timeout_s=1)
