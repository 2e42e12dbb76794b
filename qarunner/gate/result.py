"""What the gate answers: findings, what it could not judge, the exit code and the last line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qarunner.errors import ExitCode
from qarunner.gate.finding import Finding
from qarunner.gate.view import Claimed, Support
from qarunner.model.verdict import Verdict

Answer = Literal["OK", "FLAG", "CANNOT_JUDGE"]
_EXITS = {
    Verdict.PASS: ExitCode.OK,
    Verdict.FAIL: ExitCode.FAIL,
    Verdict.INCONCLUSIVE: ExitCode.INCONCLUSIVE,
}


class CannotJudge(Exception):
    """A rule lacks what it needs. The message is one sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class GateResult:
    """`target` as the user named it; places of findings count from there. `cannot` says what could not be
    judged, one sentence each; `require` is the verdict that the caller demands (None: any, if earned)."""

    target: str
    source: str
    claim: Claimed | None
    derived: Support | None
    findings: tuple[Finding, ...] = ()
    cannot: tuple[str, ...] = ()
    require: Verdict | None = None

    @property
    def answer(self) -> Answer:
        """A finding outranks what could not be judged: it stands for itself."""
        if self.findings:
            return "FLAG"
        return "CANNOT_JUDGE" if self.cannot else "OK"

    @property
    def exit_code(self) -> ExitCode:
        """0 earned or no claim, 3 flagged, 4 cannot judge; with `require` 1 or 4 when another is earned."""
        match self.answer:
            case "FLAG":
                return ExitCode.FLAG
            case "CANNOT_JUDGE":
                return ExitCode.INCONCLUSIVE
            case "OK":
                return self._earned()

    def _earned(self) -> ExitCode:
        if self.require is None:
            return ExitCode.OK
        if self.claim is None:
            return ExitCode.INCONCLUSIVE
        if self.claim.verdict is self.require:
            return ExitCode.OK
        return _EXITS[self.claim.verdict] or ExitCode.FAIL

    @property
    def last_line(self) -> str:
        """The answer in one line, which every text output ends with."""
        match self.answer:
            case "FLAG":
                codes = dict.fromkeys(finding.code.value for finding in self.findings)
                return f"claim flagged: {', '.join(codes)}"
            case "CANNOT_JUDGE":
                return f"cannot judge: {self.cannot[0]}"
            case "OK":
                if self.claim is None:
                    return "no claim"
                earned = f"claim earned: {self.claim.verdict.value}"
                missed = self.exit_code is not ExitCode.OK and self.require is not None
                return f"{earned} ({self.require.value} is required)" if missed and self.require else earned
