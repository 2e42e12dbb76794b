"""`at_least: 2`: so many visible elements fit, or more."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.slots import Count
from qarunner.steps.expect.count import HowMany


class AtLeast(HowMany):
    """So many or more."""

    key: ClassVar[str] = "at_least"

    at_least: Count

    def fits(self, visible: int) -> bool:
        return visible >= self.at_least

    def describe(self) -> str:
        return f"at least {self.at_least} visible"
