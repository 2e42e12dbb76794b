"""`enabled: true` or `false`: whether a control is enabled."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Flag
from qarunner.steps.expect.base import ElementCondition


class Enabled(ElementCondition):
    """By `disabled`, a disabled fieldset, or `aria-disabled`."""

    key: ClassVar[str] = "enabled"

    enabled: Flag

    def describe(self) -> str:
        return "enabled" if self.enabled else "disabled"

    def judge_match(self, match: Match) -> Judged:
        return self.judged((not match.disabled) == self.enabled, "disabled" if match.disabled else "enabled")
