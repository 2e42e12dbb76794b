"""Starting and ending processes: never through a shell, each in a session (and process group) of its own.

`stop` ends the whole group: SIGTERM, a grace, SIGKILL. A `Guard` ends it when *we* die without stopping it
(`kill -9`): a tiny `sh` in its own session waits on a pipe from us; the pipe closes with our death and it
kills the group. Unlike PR_SET_PDEATHSIG this reaches grandchildren, works on macOS and does not fire when
the thread ends that started the process. What leaves the group (`setsid`, daemons) is out of reach.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

GRACE_S = 2.0
_HEAD = 64 * 1024
_TAIL = 192 * 1024
_GUARD = "read -r line || kill -s KILL -- -$1"


@dataclass(frozen=True, slots=True)
class Done:
    """A command that ran. `code` None: it was ended because its time was up; negative: by that signal."""

    code: int | None
    out: str
    err: str

    @property
    def ok(self) -> bool:
        return self.code == 0


class Capture:
    """Keeps the first 64 KB and the last 192 KB that come through a pipe, in a thread."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._size = 0
        self._lost = 0
        self._ending = False
        self._thread = threading.Thread(target=self._read, name="process-output", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """All that was kept; where something was dropped a line says how many bytes."""
        with self._lock:
            gap = f"\n[... {self._lost} bytes dropped ...]\n".encode() if self._lost else b""
            data = bytes(self._head) + gap + b"".join(self._tail)
        return data.decode("utf-8", "replace")

    def close(self) -> None:
        """Takes what is there and ends, even when a stray process still holds the pipe."""
        self._ending = True
        self._thread.join(2.0)

    def _read(self) -> None:
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN | select.POLLHUP)
        while True:
            ready = poll.poll(200)
            part = os.read(self._pipe, 65536) if ready else b""
            if part:
                self._keep(part)
            elif ready or self._ending:
                break
        os.close(self._pipe)

    def _keep(self, part: bytes) -> None:
        with self._lock:
            room = _HEAD - len(self._head)
            self._head += part[:room] if room > 0 else b""
            if rest := part[max(room, 0) :]:
                self._tail.append(rest)
                self._size += len(rest)
            while self._size - len(self._tail[0] if self._tail else b"") > _TAIL:
                dropped = len(self._tail.popleft())
                self._size -= dropped
                self._lost += dropped


class Guard:
    """Kills a process group when this process dies without `release`."""

    def __init__(self, group: int) -> None:
        self._write: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        read, write = os.pipe()
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, "qarunner-guard", str(group)],
                stdin=read,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd="/",
            )
            self._write = write
        except OSError:  # no /bin/sh: we do without
            os.close(write)
        finally:
            os.close(read)

    def release(self) -> None:
        """Ends the guard without a kill."""
        if self._write is None or self._process is None:
            return
        with suppress(OSError):
            os.write(self._write, b"\n")
        os.close(self._write)
        self._write = None
        self._process.wait()


class Process:
    """A running command with its captured output (stdout and stderr together)."""

    def __init__(
        self, argv: Sequence[str], *, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        """Starts `argv`. `env` is the whole environment (None: ours). Raises OSError when it cannot."""
        read, write = os.pipe()
        try:
            self._process = subprocess.Popen(
                list(argv),
                cwd=cwd,
                env=None if env is None else dict(env),
                stdin=subprocess.DEVNULL,
                stdout=write,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError):
            os.close(read)
            raise
        finally:
            os.close(write)
        self.pid = self._process.pid
        self._capture = Capture(read)
        self._guard = Guard(self.pid)
        self._stopping = threading.Lock()

    def exited(self) -> int | None:
        """The exit code (negative: ended by that signal), None while it runs."""
        return self._process.poll()

    def output(self) -> str:
        return self._capture.text()

    def tail(self, lines: int = 20) -> str:
        """The last lines of the output, at most 4000 characters."""
        return "\n".join(self.output().rstrip().splitlines()[-lines:])[-4000:]

    def stop(self, grace_s: float = GRACE_S) -> int:
        """Ends the whole group and returns the exit code. Can be called again."""
        with self._stopping:
            end_group(self._process, grace_s)
            self._guard.release()
            self._capture.close()
            return self._process.wait()

    async def stop_soon(self, grace_s: float = GRACE_S) -> int:
        """`stop` without blocking the event loop; runs to its end even when the task is cancelled."""
        return await asyncio.shield(asyncio.to_thread(self.stop, grace_s))


def end_group(process: subprocess.Popen[bytes], grace_s: float) -> None:
    """SIGTERM to the group, up to `grace_s` for all of it to go, then SIGKILL. No zombie is left."""
    deadline = time.monotonic() + grace_s
    alive = _signal(process.pid, signal.SIGTERM)
    while alive and time.monotonic() < deadline:
        process.poll()
        alive = _signal(process.pid, 0) and not _only_zombies(process.pid)
        if alive:
            time.sleep(0.01)
    if alive:
        _signal(process.pid, signal.SIGKILL)
    process.wait()


def run(
    argv: Sequence[str],
    *,
    timeout_s: float,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
) -> Done:
    """Runs a command to its end and captures its output. Raises OSError when it cannot be started."""
    with subprocess.Popen(
        list(argv),
        cwd=cwd,
        env=None if env is None else dict(env),
        stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        code: int | None = None
        try:
            out, err = process.communicate(stdin or None, timeout=timeout_s)
            code = process.returncode
        except subprocess.TimeoutExpired:
            _signal(process.pid, signal.SIGKILL)
            try:
                out, err = process.communicate(timeout=2)
            except subprocess.TimeoutExpired:  # a stray process outside the group holds the pipe
                out, err = b"", b""
                for pipe in (process.stdout, process.stderr):
                    if pipe:
                        pipe.close()
        except BaseException:
            _signal(process.pid, signal.SIGKILL)
            raise
    return Done(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def run_shown(argv: Sequence[str], *, timeout_s: float, env: Mapping[str, str] | None = None) -> int | None:
    """Runs a command, its output goes to our stderr. The exit code, None when its time was up. Raises
    OSError when it cannot be started."""
    process = subprocess.Popen(
        list(argv),
        env=None if env is None else dict(env),
        stdin=subprocess.DEVNULL,
        stdout=2,
        stderr=2,
        start_new_session=True,
    )
    try:
        return process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        return None
    finally:
        end_group(process, GRACE_S)


def _only_zombies(group: int) -> bool:
    """Has a group nothing but dead members, which an init that does not reap (containers) leaves there?
    False where /proc cannot tell."""
    states = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[2]) == group:
                states.append(fields[0])
    return bool(states) and set(states) <= {"Z", "X"}


def _signal(group: int, number: int) -> bool:
    """Sends to a group; False when nobody is in it any more."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS: only zombies are left
        return False
    return True
