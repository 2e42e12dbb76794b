"""`console: TEXT` or `console: {level: error, absent: true}`: what the page wrote to the console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from qarunner.model.observation import ConsoleLine, ConsoleSeen, Judged, Seen
from qarunner.model.slots import OnlyTrue, Pattern, SomeText, choice
from qarunner.model.text import one_line
from qarunner.model.written import Written
from qarunner.steps.expect.base import Condition, quoted, wrong_subject
from qarunner.steps.expect.contains import has_part
from qarunner.steps.expect.matches import is_found

_LEVELS = ("error", "warning", "info", "log", "debug")


class ConsoleSpec(Written):
    """Which lines: of this level, with this part (`contains`), fitting this pattern (`matches`). With
    `absent: true` none may be there, else at least one must."""

    shorthand: ClassVar[str] = "contains"
    example: ClassVar[str] = "`console: {level: error, absent: true}` or `console: saved`"

    level: Annotated[Literal["error", "warning", "info", "log", "debug"] | None, choice(*_LEVELS)] = None
    contains: SomeText | None = None
    matches: Pattern | None = None
    absent: OnlyTrue | None = None

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if self.level is None and self.contains is None and self.matches is None and self.absent is None:
            yield "level", "say which lines", f"write {self.example}"

    def fits(self, line: ConsoleLine) -> bool:
        return (
            self.level in (None, line.level)
            and (self.contains is None or has_part(self.contains, line.text))
            and (self.matches is None or is_found(self.matches, line.text))
        )


class Console(Condition):
    """Looks at the lines of the window."""

    key: ClassVar[str] = "console"
    subject: ClassVar = "console"

    console: ConsoleSpec

    @property
    def negative(self) -> bool:
        return bool(self.console.absent)

    def describe(self) -> str:
        spec = self.console
        line = f"console line of level {spec.level}" if spec.level else "console line"
        line += f" with {quoted(spec.contains)}" if spec.contains is not None else ""
        line += f" like /{spec.matches}/" if spec.matches is not None else ""
        return f"no {line}" if spec.absent else line

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, ConsoleSeen):
            raise wrong_subject(self, seen)
        fitting = [line for line in seen.lines if self.console.fits(line)]
        if fitting:
            told = f"{fitting[0].level}: {one_line(fitting[0].text)}"
            more = f" and {len(fitting) - 1} more" if len(fitting) > 1 else ""
            return self.judged(not self.console.absent, told + more)
        return self.judged(bool(self.console.absent), "no such line")
