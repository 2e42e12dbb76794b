"""`text: "1,234"`: the rendered text is the same after folding."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Flag, Text
from qarunner.model.text import same
from qarunner.steps.expect.base import ElementCondition, quoted


class TextIs(ElementCondition):
    """Whole and case-sensitive; `exact: true` compares code points, `exact: false` is a loose part."""

    key: ClassVar[str] = "text"
    takes_exact: ClassVar[bool] = True

    text: Text
    exact: Flag | None = None

    def describe(self) -> str:
        return f"text {quoted(self.text)}"

    def judge_match(self, match: Match) -> Judged:
        return self.judged(same(self.text, match.text, exact=self.exact), f"text {quoted(match.text)}")
