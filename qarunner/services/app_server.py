"""The app under test: started on a free port, asked until it is ready, always stopped."""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import shlex
import shutil
import socket
import ssl
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qarunner.errors import AppError
from qarunner.services.clock import Clock
from qarunner.services.environment import child_environment
from qarunner.services.processes import GRACE_S, Process

_FIRST_POLL_S = 0.05
_LAST_POLL_S = 0.25
_REQUEST_S = 2.0
_given: deque[int] = deque(maxlen=500)


@dataclass(frozen=True, slots=True)
class Ready:
    url: str
    status: int
    waited_ms: float


@dataclass(frozen=True, slots=True)
class Unready:
    """`last`: the last answer or error in words."""

    url: str
    last: str
    waited_ms: float
    log_tail: str


@dataclass(frozen=True, slots=True)
class Exited:
    """The app ended by itself. `code` negative: by that signal."""

    code: int
    log_tail: str
    waited_ms: float


class AppServer:
    """One process of the app. `command` is split by the rules of a shell, no shell runs it."""

    def __init__(self, command: str, *, cwd: Path, build: str, env: Mapping[str, str] | None = None) -> None:
        """`cwd`: the project root. `build` becomes QARUNNER_BUILD. `env`: further variables."""
        self.command = command
        self._cwd = cwd
        self._env = child_environment({**(env or {}), "QARUNNER_BUILD": build, "PYTHONUNBUFFERED": "1"})
        self._process: Process | None = None

    async def start(self) -> None:
        """Returns at once, the app may still be far from ready. Raises AppError: the command is wrong."""
        argv = split_command(self.command)
        path = self._env["PATH"]
        if shutil.which(argv[0], path=path) is None and not os.path.exists(self._cwd / argv[0]):
            raise AppError(f"app: there is no command `{argv[0]}`", f"in: {self.command}")
        try:
            self._process = Process(argv, cwd=self._cwd, env=self._env)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise AppError(f"app: `{argv[0]}` cannot be started: {why}", f"in: {self.command}") from error

    async def wait_ready(
        self, url: str, timeout_ms: int, *, any_status: bool = False, verify: bool = True
    ) -> Ready | Unready | Exited:
        """Asks `url` every 50 to 250 ms until it answers 2xx (`any_status`: anything). Redirects are
        answers, proxies are not used. `verify=False` takes any certificate."""
        opener = _opener(verify)
        clock, pause, last = Clock(), _FIRST_POLL_S, "it was not asked"
        while True:
            if (code := self.exited()) is not None:
                await asyncio.sleep(0.05)  # the rest of its output
                return Exited(code, self.log_tail(), clock.now_ms())
            left_s = timeout_ms / 1000 - clock.now_ms() / 1000
            if left_s <= 0:
                return Unready(url, last, clock.now_ms(), self.log_tail())
            status, last = await asyncio.to_thread(_ask, opener, url, min(_REQUEST_S, max(left_s, 0.05)))
            good = status is not None and (any_status or 200 <= status < 300)
            if status is not None and good and self.exited() is None:
                return Ready(url, status, clock.now_ms())
            if not good:
                await asyncio.sleep(min(pause, max(left_s, 0.0)))
                pause = min(pause * 1.5, _LAST_POLL_S)

    def exited(self) -> int | None:
        """The exit code, None while it runs (or before `start`)."""
        return self._process.exited() if self._process else None

    def log(self) -> str:
        """Its output: the first 64 KB and the last 192 KB. Not redacted."""
        return self._process.output() if self._process else ""

    def log_tail(self) -> str:
        """The last 20 lines. Not redacted."""
        return self._process.tail() if self._process else ""

    async def stop(self, grace_s: float = GRACE_S) -> None:
        """Ends the app with all that it started; `log()` can still be read. Can be called again."""
        if self._process:
            await self._process.stop_soon(grace_s)

    def kill(self) -> None:
        """Ends it at once, without an event loop."""
        if self._process:
            self._process.stop(0)


def split_command(command: str) -> list[str]:
    """By shell rules. Raises AppError when it cannot be split or is empty."""
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise AppError(f"app: the command cannot be split ({error})", f"in: {command}") from error
    if not argv:
        raise AppError("app: the command is empty")
    return argv


def free_port() -> int:
    """A port that is free on 127.0.0.1 and ::1 and was not given before by this process.

    It lies below the range from which the system takes ports for outgoing connections, where one would be
    lost again before the app binds it; when there is none, the system chooses.
    """
    top = _first_outgoing_port()
    for _ in range(200):
        port = random.randint(max(top - 12000, 10240), top - 1) if top > 11000 else 0
        port = _bind(socket.AF_INET, "127.0.0.1", port) or 0
        if port and port not in _given and (not socket.has_ipv6 or _bind(socket.AF_INET6, "::1", port)):
            _given.append(port)
            return port
    raise AppError("app: no free port was found on 127.0.0.1")


def _bind(family: socket.AddressFamily, host: str, port: int) -> int | None:
    """The port that could be bound; None when it is taken. A missing IPv6 is no obstacle."""
    try:
        probe = socket.socket(family, socket.SOCK_STREAM)
    except OSError:
        return port
    with probe:
        try:
            probe.bind((host, port))
        except OSError as error:
            missing = family == socket.AF_INET6 and "assign" in str(error).lower()
            return port if missing else None
        return int(probe.getsockname()[1])


def _first_outgoing_port() -> int:
    with suppress(OSError, ValueError):
        return int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    return 32768


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


def _opener(verify: bool) -> urllib.request.OpenerDirector:
    context = ssl.create_default_context()
    if not verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    handlers = (urllib.request.ProxyHandler({}), _NoRedirect(), urllib.request.HTTPSHandler(context=context))
    return urllib.request.build_opener(*handlers)


def _ask(opener: urllib.request.OpenerDirector, url: str, timeout_s: float) -> tuple[int | None, str]:
    """Status (None without an answer) and the answer in words."""
    if not url.startswith(("http://", "https://")):
        raise AppError(f"app: `ready` leads to {url}, which is no http address")
    try:
        with opener.open(url, timeout=timeout_s) as answer:
            return answer.status, f"status {answer.status}"
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, f"status {error.code}"
    except urllib.error.URLError as error:
        reason = error.reason
        return None, str(reason.strerror or reason) if isinstance(reason, OSError) else str(reason)
    except TimeoutError:
        return None, f"no answer within {timeout_s:.1f} s"
    except (OSError, http.client.HTTPException) as error:
        return None, f"a broken answer ({str(error) or type(error).__name__})"
