"""Which code is under test: asked of git without touching anything of the user's.

`worktree` is the tree of all tracked and untracked, not ignored files as they are now. It is made in a copy
of the index; new objects go into a temporary folder. No hook, file-system monitor or prompt is started and
no GIT_* variable counts; clean filters of the user's own configuration (LFS) do run, else the tree would
not be that of a later commit.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from qarunner.model.events import Git
from qarunner.services.environment import child_environment
from qarunner.services.processes import Done, run

_QUIET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
_CONFIG = ("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.safecrlf=false", "gc.auto=0")


def describe(folder: Path, *, exclude: Sequence[str] = (), timeout_s: float = 20.0) -> Git:
    """The checkout around `folder`; all empty without git or outside a repository. `exclude`: paths below
    the top folder whose changes and new files don't count. A `worktree` that takes longer than `timeout_s`
    or cannot be read whole stays empty."""
    found = _git(folder, ["rev-parse", "--show-toplevel", "--git-path", "index", "--git-path", "objects"])
    lines = found.out.splitlines()
    if not found.ok or len(lines) != 3:
        return Git()
    top, index, objects = (folder / line for line in lines)
    commit = _word(_git(top, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"]))
    tree = _word(_git(top, ["rev-parse", "--quiet", "--verify", "HEAD^{tree}"]))
    worktree = _worktree(top, index, objects, exclude, timeout_s)
    if worktree:
        dirty = worktree != tree
    else:
        dirty = bool(_git(top, ["status", "--porcelain"], timeout_s=timeout_s).out)
    return Git(commit=commit, tree=tree, dirty=dirty, worktree=worktree)


def tree_of(folder: Path, revision: str) -> tuple[str, str]:
    """Commit and tree that `revision` names, ("", "") when there is none."""
    if revision.startswith("-"):
        return "", ""
    commit = _word(_git(folder, ["rev-parse", "--quiet", "--verify", revision + "^{commit}"]))
    return (commit, _word(_git(folder, ["rev-parse", commit + "^{tree}"]))) if commit else ("", "")


def _worktree(top: Path, index: Path, objects: Path, exclude: Sequence[str], timeout_s: float) -> str:
    with tempfile.TemporaryDirectory(prefix="qarunner-git-", ignore_cleanup_errors=True) as name:
        copy, store = Path(name, "index"), Path(name, "objects")
        store.mkdir()
        if index.exists():
            shutil.copy2(index, copy)  # with its time: git compares files with it
        extra = {
            "GIT_INDEX_FILE": str(copy),
            "GIT_OBJECT_DIRECTORY": str(store),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(objects.absolute()),
        }
        paths = [".", *(f":(top,exclude,literal){path}" for path in exclude)]
        added = _git(top, ["add", "--all", "--", *paths], extra, timeout_s)
        return _word(_git(top, ["write-tree", "--missing-ok"], extra)) if added.ok else ""


def _git(
    folder: Path, arguments: Sequence[str], extra: Mapping[str, str] | None = None, timeout_s: float = 10.0
) -> Done:
    settings = [part for setting in _CONFIG for part in ("-c", setting)]
    env = child_environment({**_QUIET, **(extra or {})}, without=("GIT_",))
    try:
        return run(["git", *settings, *arguments], timeout_s=timeout_s, cwd=folder, env=env)
    except OSError as error:
        return Done(None, "", str(error))


def _word(done: Done) -> str:
    return done.out.strip() if done.ok else ""
