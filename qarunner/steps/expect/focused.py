"""`focused: true` or `false`: whether an element has the keyboard focus."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Flag
from qarunner.steps.expect.base import ElementCondition


class Focused(ElementCondition):
    """The element itself is the active one of its document."""

    key: ClassVar[str] = "focused"

    focused: Flag

    def describe(self) -> str:
        return "focused" if self.focused else "not focused"

    def judge_match(self, match: Match) -> Judged:
        return self.judged(match.focused == self.focused, "focused" if match.focused else "not focused")
