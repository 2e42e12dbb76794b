"""`disabled: true` or `false`: whether a control is disabled."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Flag
from qarunner.steps.expect.base import ElementCondition


class Disabled(ElementCondition):
    """By `disabled`, a disabled fieldset, or `aria-disabled`."""

    key: ClassVar[str] = "disabled"

    disabled: Flag

    def describe(self) -> str:
        return "disabled" if self.disabled else "enabled"

    def judge_match(self, match: Match) -> Judged:
        return self.judged(match.disabled == self.disabled, "disabled" if match.disabled else "enabled")
