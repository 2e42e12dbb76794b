"""`number: {is: 1234.5, locale: de-DE}`: the number that the rendered text shows."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Number, SomeText
from qarunner.model.written import Written
from qarunner.steps.expect.base import ElementCondition, quoted
from qarunner.steps.expect.spelling import read_number


class NumberSpec(Written):
    """`is` is written with a point for decimals; `locale` says how the page writes it."""

    shorthand: ClassVar[str] = "is"
    example: ClassVar[str] = "`number: {is: 1234.5, locale: de-DE}`"

    is_: Number = Field(alias="is")
    locale: SomeText | None = None


class NumberIs(ElementCondition):
    """The text shows exactly one number, with this value. `1,234` needs a locale, else it is ambiguous."""

    key: ClassVar[str] = "number"

    number: NumberSpec

    def describe(self) -> str:
        return f"number {self.number.is_}" + (f" as in {self.number.locale}" if self.number.locale else "")

    def judge_match(self, match: Match) -> Judged:
        values, why = read_number(match.text, self.number.locale)
        shown = f"text {quoted(match.text)}"
        if len(values) > 1:
            listed = " or ".join(str(value) for value in sorted(values))
            return self.judged(False, f"{shown} can be {listed}: say which `locale`", ambiguous=True)
        return self.judged(values == {self.number.is_}, shown if values else f"{shown}: {why}")
