"""`value: Zed`: what a form field holds."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Flag, Text
from qarunner.model.text import same
from qarunner.steps.expect.base import ElementCondition, quoted


class ValueIs(ElementCondition):
    """The value of an input, textarea or select is the same after folding."""

    key: ClassVar[str] = "value"
    takes_exact: ClassVar[bool] = True

    value: Text
    exact: Flag | None = None

    def describe(self) -> str:
        return f"value {quoted(self.value)}"

    def judge_match(self, match: Match) -> Judged:
        if match.value is None:
            return self.judged(False, "no form field")
        return self.judged(same(self.value, match.value, exact=self.exact), f"value {quoted(match.value)}")
