"""Where and with what a run was made."""

from __future__ import annotations

import json

from qarunner.model import events as ev


def environment(started: ev.RunStarted) -> tuple[tuple[str, str], ...]:
    """Pairs of a word and its value, in fixed order; what is empty is left out."""
    sandbox = "sandbox on" if started.sandbox else "sandbox off"
    settings = json.dumps(started.browser_settings, sort_keys=True) if started.browser_settings else ""
    pairs = (
        ("Started (local clock)", started.started),
        ("Base", started.base),
        ("Other origins", ", ".join(started.origins[1:])),
        ("Flow file", f"{started.flow_path}, sha256 {started.flow_digest}"),
        ("Tags", ", ".join(started.tags)),
        ("Browser", f"{started.browser}, {started.browser_kind}, {sandbox}"),
        ("Page", f"{started.viewport}, {started.locale}, {started.timezone}"),
        ("Browser settings", settings),
        ("Tool", f"qarunner {started.tool}, Playwright {started.playwright}"),
        ("Platform", started.platform),
    )
    return tuple((word, value) for word, value in pairs if value)


def commit(git: ev.Git) -> str:
    """The checkout under test in words; the worktree tree is what a later comparison goes by."""
    if not git.commit and not git.worktree:
        return "none (not a git checkout)"
    dirty = {True: "with uncommitted changes", False: "clean", None: "unknown whether clean"}[git.dirty]
    tree = f", tree of the files under test {git.worktree}" if git.worktree else ""
    return f"{git.commit or 'no commit yet'}, {dirty}{tree}"
