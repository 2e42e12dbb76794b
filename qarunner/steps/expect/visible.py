"""`visible: true`: a person can see it. The default of a locator without another condition."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import OnlyTrue
from qarunner.steps.expect.base import ElementCondition


class Visible(ElementCondition):
    """Exactly one visible element fits. For the contrary write `absent: true` or `gone: true`."""

    key: ClassVar[str] = "visible"

    visible: OnlyTrue = Field(default=True)

    def describe(self) -> str:
        return "visible"

    def judge_match(self, match: Match) -> Judged:
        return self.judged(True, "visible")
