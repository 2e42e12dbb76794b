"""Every error that a user can meet, each with its exit code and a hint; and the exit codes themselves.

The table of exit codes in the README is generated from `ExitCode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum


class ExitCode(IntEnum):
    """What the process answers. Stable: scripts and CI go by these numbers."""

    meaning: str

    def __new__(cls, value: int, meaning: str) -> ExitCode:
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    OK = 0, "PASS; for `gate`: the claim is earned, or there is none"
    FAIL = 1, "FAIL: a failure was observed"
    USAGE = 2, "usage or flow-file error, or nothing matched"
    FLAG = 3, "`gate` flags the claim"
    INCONCLUSIVE = 4, "INCONCLUSIVE; for `gate`: cannot judge"
    BUG = 70, "a bug in qarunner"
    INTERRUPTED = 130, "interrupted (a report was still written)"
    TERMINATED = 143, "terminated (a report was still written)"


class QaError(Exception):
    """Base of all errors that are told to the user in one or two sentences, without a traceback."""

    exit_code: ExitCode = ExitCode.INCONCLUSIVE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def lines(self) -> list[str]:
        """What is printed, most important line first."""
        return [self.message] + ([f"  {self.hint}"] if self.hint else [])


class UsageError(QaError):
    """The command line asks for something that does not exist or does not go together."""

    exit_code = ExitCode.USAGE


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake in a file. `line` and `column` count from 1; `fix` says what to write instead."""

    file: str
    line: int
    column: int
    message: str
    fix: str = ""

    def render(self) -> str:
        head = f"{self.file}:{self.line}:{self.column}: {self.message}"
        return f"{head}\n    {self.fix}" if self.fix else head


class FlowFileError(QaError):
    """A flow file has mistakes; all of them are here, in file order."""

    exit_code = ExitCode.USAGE

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        count = len(self.diagnostics)
        super().__init__(
            "1 mistake in the flow file" if count == 1 else f"{count} mistakes in the flow files"
        )

    def lines(self) -> list[str]:
        return [d.render() for d in self.diagnostics] + [f"{self.message}; nothing was run"]


class NotYetPerformed(QaError):
    """A flow uses a part of the language that this version reads but does not perform."""

    exit_code = ExitCode.USAGE


class FlowDefect(QaError):
    """Found while running: the flow itself is at fault (an undeclared value, an impossible number)."""


class BundleError(QaError):
    """A bundle, report or run folder cannot be read as one."""


class RecordingError(QaError):
    """Evidence could not be written; the run cannot be anything but INCONCLUSIVE."""


class BrowserMissing(QaError):
    """No browser could be found or started."""


class AppError(QaError):
    """The app under test could not be started (the command itself is wrong)."""
