"""`date: {is: 2026-11-30, locale: en-GB}`: the day that the rendered text shows."""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from qarunner.model.mistakes import SlotError
from qarunner.model.observation import Judged, Match
from qarunner.model.slots import SomeText
from qarunner.model.written import Slot, Written
from qarunner.steps.expect.base import ElementCondition, quoted
from qarunner.steps.expect.spelling import read_date


def day(text: str) -> date:
    """A day written as 2026-11-30. Raises SlotError."""
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise SlotError(f"`{text}` is no day", "write it like 2026-11-30")


_SCHEMA = {"type": "string", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$|\$[A-Za-z_]"}
Day: TypeAlias = Annotated[date, Slot("a day", date, day, date(2000, 1, 1), _SCHEMA)]


class DateSpec(Written):
    """`is` is an ISO day; `locale` says whether the page writes day or month first."""

    shorthand: ClassVar[str] = "is"
    example: ClassVar[str] = "`date: {is: 2026-11-30, locale: en-GB}`"

    is_: Day = Field(alias="is")
    locale: SomeText | None = None


class DateIs(ElementCondition):
    """The text shows this day. `03/04/2026` without a locale is a defect of the flow."""

    key: ClassVar[str] = "date"

    date: DateSpec

    def describe(self) -> str:
        return f"date {self.date.is_}" + (f" as in {self.date.locale}" if self.date.locale else "")

    def judge_match(self, match: Match) -> Judged:
        days, why = read_date(match.text, self.date.locale)
        shown = f"text {quoted(match.text)}"
        if len(days) > 1:
            listed = " or ".join(str(each) for each in sorted(days))
            return self.judged(False, f"{shown} can be {listed}: say which `locale`", ambiguous=True)
        return self.judged(days == {self.date.is_}, shown if days else f"{shown}: {why}")
