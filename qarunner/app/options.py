"""What a run is asked for, what it tells, what it gives. Imports next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from qarunner.errors import ExitCode

if TYPE_CHECKING:
    from qarunner.app.telling import Tell
    from qarunner.model.flow import Flow, Row
    from qarunner.report.evidence import RunEvidence


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says."""

    paths: tuple[Path, ...]
    output: Path
    browser: str = ""
    base: str | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """What the front end hears: a flow begins (its steps then), a flow ended."""

    flow: Callable[[Flow, Row | None, int, int], Tell]
    warning: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`report` is the path of qa-report.md, `signal` the one that stopped us ("" when none did)."""

    evidence: RunEvidence
    report: Path
    signal: str = ""

    @property
    def exit_code(self) -> ExitCode:
        if self.signal:
            return ExitCode.TERMINATED if self.signal == "SIGTERM" else ExitCode.INTERRUPTED
        from qarunner.model.verdict import Verdict

        return {
            Verdict.PASS: ExitCode.OK,
            Verdict.FAIL: ExitCode.FAIL,
            Verdict.INCONCLUSIVE: ExitCode.INCONCLUSIVE,
        }[self.evidence.suite.verdict]
