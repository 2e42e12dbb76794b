"""What this machine has and lacks for running flows; one `Check` a thing."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from qarunner.errors import BrowserMissing
from qarunner.services import browsers, environment
from qarunner.services.processes import run

State: TypeAlias = Literal["ok", "warn", "missing"]
_SHM_MB = 64


@dataclass(frozen=True, slots=True)
class Check:
    """`missing`: flows cannot run; `warn`: they can, but read `detail`. `mend`: what to do, "" when ok."""

    name: str
    state: State
    detail: str
    mend: str = ""


def examine(reports: Path, browser: str = "") -> tuple[Check, ...]:
    """All checks, in a fixed order. `browser` as in `browsers.find`. Takes a few seconds at most; nothing
    is left behind."""
    return (
        _python(),
        _playwright(),
        *_browser(browser),
        _sandbox(),
        _shared_memory(),
        _fonts(),
        _git(),
        _reports(reports),
        _proxies(),
    )


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check("python", "ok", f"{version} at {sys.executable}")


def _playwright() -> Check:
    try:
        return Check("playwright", "ok", importlib.metadata.version("playwright"))
    except importlib.metadata.PackageNotFoundError:
        return Check("playwright", "missing", "the package is not installed", "pip install playwright")


def _browser(explicit: str) -> tuple[Check, ...]:
    try:
        found = browsers.find(explicit)
    except BrowserMissing as error:
        return (Check("browser", "missing", error.message, error.hint),)
    there = Check("browser", "ok", f"{found.kind} {found.version} at {found.path}")
    trouble = starts(found)
    if not trouble:
        return there, Check("browser starts", "ok", "about:blank was rendered")
    mend = "run it by hand with the same arguments; missing libraries: `playwright install-deps chromium`"
    return there, Check("browser starts", "missing", trouble, mend)


def starts(found: browsers.BrowserFound, timeout_s: float = 30) -> str:
    """Renders about:blank in `found`. What went wrong in one line, "" when it works."""
    with tempfile.TemporaryDirectory(prefix="qarunner-doctor-", ignore_cleanup_errors=True) as profile:
        argv = [
            str(found.path),
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            f"--user-data-dir={profile}",
        ]
        argv += ["--no-sandbox"] if environment.is_root() else []
        argv += ["--dump-dom", "about:blank"]
        try:
            done = run(argv, timeout_s=timeout_s, env=environment.child_environment())
        except OSError as error:
            return str(error)
    if done.code is None:
        return f"it did not end within {timeout_s:.0f} s"
    if done.ok and "<html" in done.out:
        return ""
    lines = [line.strip() for line in done.err.splitlines() if line.strip()]
    told = next(
        (line for line in lines if "FATAL" in line or "error" in line.lower()), lines[-1] if lines else ""
    )
    return f"exit code {done.code}: {told}"[:300]


def _sandbox() -> Check:
    name = "sandbox"
    if environment.is_root():
        return Check(
            name, "warn", "off, because we are root (recorded in the evidence)", "run as another user"
        )
    if not sys.platform.startswith("linux"):
        return Check(name, "ok", "on")
    trouble = _no_user_namespaces()
    if not trouble:
        return Check(name, "ok", "on (user namespaces)")
    mend = (
        "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or in a container: --security-opt seccomp=..."
    )
    return Check(name, "warn", f"Chromium may not start with its sandbox: {trouble}", mend)


def _no_user_namespaces() -> str:
    if shutil.which("unshare") is None:
        return (
            "" if _number("/proc/sys/user/max_user_namespaces") != 0 else "user namespaces are switched off"
        )
    try:
        done = run(["unshare", "--user", "--map-root-user", "true"], timeout_s=5)
    except OSError as error:
        return str(error)
    return "" if done.ok else "user namespaces are not allowed"


def _shared_memory() -> Check:
    shm = Path("/dev/shm")
    if not sys.platform.startswith("linux"):
        return Check("shared memory", "ok", "not needed here")
    mend = "docker run --ipc=host, or --shm-size=1g"
    if not shm.is_dir() or not os.access(shm, os.W_OK):
        return Check("shared memory", "warn", "/dev/shm cannot be written", mend)
    megabytes = shutil.disk_usage(shm).free >> 20
    state: State = "ok" if megabytes > _SHM_MB else "warn"
    return Check("shared memory", state, f"/dev/shm has {megabytes} MB free", "" if state == "ok" else mend)


def _fonts() -> Check:
    if browsers.has_fonts():
        return Check("fonts", "ok", "there are some")
    return Check(
        "fonts", "warn", "no font was found: pages show no text", "apt-get install fonts-dejavu-core"
    )


def _git() -> Check:
    try:
        done = run(["git", "--version"], timeout_s=5)
    except OSError:
        done = None
    if done is not None and done.ok:
        return Check("git", "ok", done.out.strip().removeprefix("git version "))
    return Check("git", "warn", "not found: evidence names no commit", "install git")


def _reports(reports: Path) -> Check:
    """Writes a file into the nearest folder that is there, and removes it."""
    folder = reports.absolute()
    while not os.path.exists(folder) and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"qarunner")
    except OSError as error:
        detail = f"{reports} cannot be written: {error.strerror}"
        return Check("reports", "missing", detail, "choose another folder or mend its permissions")
    free = shutil.disk_usage(folder).free >> 20
    if free < 100:
        return Check("reports", "warn", f"only {free} MB are free at {folder}", "make room")
    return Check("reports", "ok", f"{reports} can be written, {free} MB free")


def _proxies() -> Check:
    found = environment.proxies()
    if not found:
        return Check("proxy", "ok", "none is set")
    told = ", ".join(f"{name}={value}" for name, value in found.items())
    loose = {"localhost", "127.0.0.1", "*"} & set(found.get("NO_PROXY", "").split(","))
    if loose:
        return Check("proxy", "ok", told)
    return Check("proxy", "warn", told, "add localhost,127.0.0.1 to NO_PROXY")


def _number(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
