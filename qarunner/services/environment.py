"""All reading of the environment: variables, user, platform."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


def get(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def has(name: str) -> bool:
    """Set, be it to nothing."""
    return name in os.environ


def child_environment(
    extra: Mapping[str, str] | None = None, without: tuple[str, ...] = ()
) -> dict[str, str]:
    """Our environment for a process that we start: without variables that begin with one of `without`,
    with `extra`, and with the folder of our own interpreter first on PATH."""
    base = {name: value for name, value in os.environ.items() if not name.startswith(without or ("\0",))}
    folder = str(Path(sys.executable).parent)
    base["PATH"] = os.pathsep.join([folder, base.get("PATH") or os.defpath])
    return {**base, **(extra or {})}


def in_ci() -> bool:
    return get("CI").lower() not in ("", "0", "false") or in_github_actions()


def in_github_actions() -> bool:
    return get("GITHUB_ACTIONS").lower() == "true"


def colored(is_tty: bool) -> bool:
    """Colour on a stream? NO_COLOR (not empty) forbids, FORCE_COLOR demands (0: forbids), GitHub's log shows
    it, else a terminal that is not dumb does."""
    if get("NO_COLOR"):
        return False
    if has("FORCE_COLOR"):
        return get("FORCE_COLOR").lower() not in ("0", "false")
    return in_github_actions() or (is_tty and get("TERM") != "dumb" and not in_ci())


def interactive(is_tty: bool) -> bool:
    """May a stream show a progress bar?"""
    return is_tty and get("TERM") != "dumb" and not in_ci()


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def proxies() -> dict[str, str]:
    """The proxy variables that are set (upper-case name -> value), user names and passwords removed."""
    found = {}
    for name in _PROXIES:
        if value := get(name) or get(name.lower()):
            scheme, mark, rest = value.rpartition("://")
            found[name] = scheme + mark + rest.rpartition("@")[2]
    return found


def platform_name() -> str:
    """System, release of the distribution if known, machine: `Linux x86_64 (Debian GNU/Linux 12 ...)`."""
    name = f"{platform.system()} {platform.machine()}"
    pretty = os_release().get("PRETTY_NAME", "")
    return f"{name} ({pretty})" if pretty else name


def os_release() -> dict[str, str]:
    """The fields of /etc/os-release; empty elsewhere."""
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def browser_cache() -> Path:
    """Where Playwright keeps its browsers, unless PLAYWRIGHT_BROWSERS_PATH says otherwise."""
    home = Path(get("HOME") or "~").expanduser()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "ms-playwright"
    return Path(get("XDG_CACHE_HOME") or home / ".cache") / "ms-playwright"
