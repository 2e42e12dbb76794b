"""Finding a browser on this machine, and getting one."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from qarunner.errors import BrowserMissing
from qarunner.services import environment
from qarunner.services.processes import run, run_shown

Kind: TypeAlias = Literal["headless-shell", "chromium"]
COMMANDS = ("chromium-headless-shell", "chromium", "google-chrome")
INSTALL_HINT = "`qarunner install` gets one; or name one with --browser PATH or QARUNNER_BROWSER"
_VERSION = re.compile(r"\b(\d+(?:\.\d+){1,3})\b")
_DOWNLOAD_S = 60.0
_PACKAGES_S = 600.0


@dataclass(frozen=True, slots=True)
class BrowserFound:
    """A browser that answers `--version`; `version` like `156.0.8078.114`."""

    path: Path
    kind: Kind
    version: str


def find(explicit: str = "") -> BrowserFound:
    """The browser to use: `explicit` (path or command), QARUNNER_BROWSER, Playwright's headless shell,
    then the commands of `COMMANDS`. One that was named must work; of the others the first that does is
    taken. Raises BrowserMissing."""
    if named := explicit or environment.get("QARUNNER_BROWSER"):
        source = "--browser" if explicit else "QARUNNER_BROWSER"
        path = shutil.which(Path(named).expanduser())
        if path is None:
            raise BrowserMissing(f"{source}: there is no program {named}", INSTALL_HINT)
        if (found := _probe(Path(path))) is None:
            raise BrowserMissing(f"{source}: {named} does not answer --version", INSTALL_HINT)
        return found
    for candidate in candidates():
        if (found := _probe(candidate)) is not None:
            return found
    raise BrowserMissing("no Chromium was found on this machine", INSTALL_HINT)


def candidates() -> Iterator[Path]:
    """Programs that are there, best first."""
    yield from _playwright_shells()
    for command in COMMANDS:
        if path := shutil.which(command):
            yield Path(path)


def install(say: Callable[[str], None], *, download_s: float = _DOWNLOAD_S) -> BrowserFound:
    """Gets a headless shell: Playwright's download first, else Debian packages when we are root. `say` gets
    one line for each thing done; the output of the tools goes to stderr. Raises BrowserMissing in one
    sentence when neither works."""
    say(f"downloading Playwright's headless shell (at most {download_s:.0f} s)")
    why = _download(download_s)
    if not why and (found := next(filter(None, map(_probe, _playwright_shells())), None)):
        return found
    say(f"Playwright's download did not work ({why or 'the browser does not start'})")
    if not _debian():
        raise BrowserMissing(
            "no browser could be installed: Playwright's download failed, and this is no Debian or Ubuntu",
            "install Chromium or Chrome by hand, then name it with QARUNNER_BROWSER",
        )
    if not environment.is_root():
        raise BrowserMissing(
            "no browser could be installed: Playwright's download failed, and packages need root",
            "ask for: apt-get install chromium-headless-shell",
        )
    return _packages(say)


def _download(timeout_s: float) -> str:
    """Why it failed, "" when it worked."""
    argv = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    try:
        code = run_shown(argv, timeout_s=timeout_s, env=environment.child_environment())
    except OSError as error:
        return str(error)
    if code is None:
        return f"not done after {timeout_s:.0f} s"
    return "" if code == 0 else f"exit code {code}"


def _packages(say: Callable[[str], None]) -> BrowserFound:
    env = environment.child_environment({"DEBIAN_FRONTEND": "noninteractive"})
    options = ["-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=30", "-o", "DPkg::Lock::Timeout=120"]
    say("installing Debian packages instead")
    fonts = [] if has_fonts() else ["fonts-dejavu-core"]
    failed = "apt-get update failed"
    try:
        run_shown(["apt-get", *options, "update"], timeout_s=_PACKAGES_S, env=env)
        for package in ("chromium-headless-shell", "chromium"):
            argv = ["apt-get", *options, "install", "-y", "--no-install-recommends", package, *fonts]
            say(" ".join(["apt-get install", package, *fonts]))
            code = run_shown(argv, timeout_s=_PACKAGES_S, env=env)
            path = shutil.which(package)
            if code == 0 and path and (found := _probe(Path(path))):
                return found
            failed = f"apt-get install {package} ended with {'a time-out' if code is None else code}"
    except OSError as error:
        failed = str(error)
    raise BrowserMissing(
        f"no browser could be installed: {failed}", "see the lines above; is there a network?"
    )


def _probe(path: Path) -> BrowserFound | None:
    try:
        done = run([str(path), "--version"], timeout_s=30, env=environment.child_environment())
    except OSError:
        return None
    match = _VERSION.search(done.out)
    return BrowserFound(path, _kind(path), match[1]) if done.ok and match else None


def _kind(path: Path) -> Kind:
    names = path.name + path.resolve().name
    return "headless-shell" if "headless" in names else "chromium"


def _playwright_shells() -> list[Path]:
    """Playwright's own headless shells, newest revision first."""
    place = environment.get("PLAYWRIGHT_BROWSERS_PATH")
    folder = Path(place) if place and place != "0" else environment.browser_cache()
    if place == "0" and (spec := importlib.util.find_spec("playwright")) and spec.origin:
        folder = Path(spec.origin).parent / "driver" / "package" / ".local-browsers"
    shells = [
        path
        for name in ("headless_shell", "chrome-headless-shell")
        for path in folder.glob(f"chromium_headless_shell-*/*/{name}")
        if os.path.isfile(path)
    ]
    return sorted(shells, key=_revision, reverse=True)


def _revision(shell: Path) -> int:
    digits = shell.parents[1].name.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def _debian() -> bool:
    release = environment.os_release()
    family = f"{release.get('ID', '')} {release.get('ID_LIKE', '')}".split()
    return bool({"debian", "ubuntu"} & set(family)) and shutil.which("apt-get") is not None


def has_fonts() -> bool:
    """Is there any font file where Linux keeps them? True elsewhere."""
    if not sys.platform.startswith("linux"):
        return True
    home = Path(environment.get("HOME") or "/")
    places = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".fonts"]
    places.append(home / ".local" / "share" / "fonts")
    kinds = (".ttf", ".otf", ".ttc", ".pfb", ".woff2")
    return any(path.suffix.lower() in kinds for place in places for path in place.rglob("*"))
