"""Runs that several tests look at are made once, also when several workers test."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.cli import FLOWS, ROOT, Said, load, qarunner, run_folder, save
from tests.e2e.secrets_used import SECRETS


@dataclass(frozen=True, slots=True)
class Made:
    """A run folder made by the product, and what `qarunner run` said. Copy it before you change it."""

    folder: Path
    said: Said

    def flow(self, slug: str) -> Path:
        return self.folder / "flows" / slug / "attempt-1" / "evidence"

    @property
    def report(self) -> str:
        return (self.folder / "qa-report.md").read_bytes().decode()


class Workshop:
    """Makes each run once."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def run(self, name: str, *flows: Path, env: Mapping[str, str] | None = None) -> Made:
        output, done = self._root / name, self._root / f"{name}.json"
        with (self._root / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                save(qarunner("run", *flows, "--output", output, env=env, timeout=90), done)
        return Made(run_folder(output), load(done))


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    root = tmp_path_factory.getbasetemp()
    shared = (root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) / "e2e"
    shared.mkdir(exist_ok=True)
    return Workshop(shared)


@pytest.fixture(scope="session")
def hostile(workshop: Workshop) -> Made:
    """All flows on the page that speaks."""
    return workshop.run("hostile", FLOWS / "hostile")


@pytest.fixture(scope="session")
def secret(workshop: Workshop) -> Made:
    """The flow that uses secrets everywhere."""
    return workshop.run("secret", FLOWS / "secrets" / "everywhere.yaml", env=SECRETS)


@pytest.fixture(scope="session")
def real(workshop: Workshop) -> Made:
    """Two flows of the demo application: one PASS, one FAIL."""
    return workshop.run("real", ROOT / "flows" / "dashboard.yaml", ROOT / "flows" / "demo" / "blank.yaml")
