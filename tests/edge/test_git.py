"""What is said of a real repository, and that nothing in it changes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from qarunner.model.events import Git
from qarunner.services.git import describe, tree_of


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", *identity, *arguments]
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, env=env
    ).stdout.strip()


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "sub").mkdir(parents=True)
    git(folder, "init")
    (folder / "a.txt").write_text("a\n")
    (folder / "sub" / "b.txt").write_text("b\n")
    (folder / ".gitignore").write_text("ignored\n")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "first")
    return folder


def test_a_clean_checkout(repo: Path) -> None:
    before = snapshot(repo)
    found = describe(repo / "sub")
    assert found == Git(
        commit=git(repo, "rev-parse", "HEAD"),
        tree=git(repo, "rev-parse", "HEAD^{tree}"),
        dirty=False,
        worktree=git(repo, "rev-parse", "HEAD^{tree}"),
    )
    assert snapshot(repo) == before


def test_worktree_is_the_tree_of_the_commit_to_come(repo: Path) -> None:
    (repo / "a.txt").write_text("changed\n")
    (repo / "new.txt").write_text("new\n")
    (repo / "ignored").write_text("x")
    (repo / "sub" / "b.txt").unlink()
    (repo / "staged.txt").write_text("staged")
    git(repo, "add", "staged.txt")
    before = snapshot(repo)
    found = describe(repo / "sub")
    assert snapshot(repo) == before
    assert found.dirty is True and found.tree == git(repo, "rev-parse", "HEAD^{tree}") != found.worktree
    git(repo, "add", "--all")
    git(repo, "commit", "-m", "second")
    assert tree_of(repo, "HEAD") == (git(repo, "rev-parse", "HEAD"), found.worktree)
    assert describe(repo).dirty is False


def test_a_change_in_the_same_second_is_seen(repo: Path) -> None:
    for n in range(5):
        (repo / "a.txt").write_text(f"{n}\n")
        git(repo, "commit", "--all", "-m", "same size")
        (repo / "a.txt").write_text(f"{n + 5}\n")
        assert describe(repo).dirty is True


def test_excluded_paths_do_not_count(repo: Path) -> None:
    (repo / "reports").mkdir()
    (repo / "reports" / "x.md").write_text("x")
    assert describe(repo).dirty is True
    assert describe(repo, exclude=["reports"]).dirty is False


def test_hooks_monitors_and_git_variables_do_nothing(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = repo.parent / "trap"
    script = repo.parent / "script"
    script.write_text(f"#!/bin/sh\ntouch {trap}\n")
    script.chmod(0o755)
    git(repo, "config", "core.fsmonitor", str(script))
    for name in ("post-index-change", "pre-commit"):
        (repo / ".git" / "hooks" / name).write_text(script.read_text())
        (repo / ".git" / "hooks" / name).chmod(0o755)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo / "other-index"))
    assert describe(repo).dirty is False
    assert not trap.exists() and not (repo / "other-index").exists()


def test_no_repository_no_commit_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert describe(tmp_path) == Git()
    git(tmp_path, "init", "--bare", "bare")
    assert describe(tmp_path / "bare") == Git()
    git(tmp_path, "init", "fresh")
    (tmp_path / "fresh" / "a").write_text("a")
    found = describe(tmp_path / "fresh")
    assert (found.commit, found.tree, found.dirty) == ("", "", True) and len(found.worktree) == 40
    (tmp_path / "fresh" / "inner").mkdir()
    git(tmp_path / "fresh" / "inner", "init")
    (tmp_path / "fresh" / "inner" / "b").write_text("b")
    assert describe(tmp_path / "fresh").worktree == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert describe(tmp_path / "fresh") == Git()


def test_a_linked_worktree(repo: Path) -> None:
    git(repo, "worktree", "add", "../linked", "-b", "other")
    (repo.parent / "linked" / "more.txt").write_text("more")
    found = describe(repo.parent / "linked")
    assert found.dirty is True and found.commit == git(repo, "rev-parse", "HEAD")


@pytest.mark.parametrize("revision", ["nothing", "--help", "HEAD:a.txt", ""])
def test_revisions_that_are_none(repo: Path, revision: str) -> None:
    assert tree_of(repo, revision) == ("", "")
