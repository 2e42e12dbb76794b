"""`at_most: 2`: so many visible elements fit, or fewer."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.slots import Count
from qarunner.steps.expect.count import HowMany


class AtMost(HowMany):
    """So many or fewer; none at all holds too."""

    key: ClassVar[str] = "at_most"

    at_most: Count

    def fits(self, visible: int) -> bool:
        return visible <= self.at_most

    def describe(self) -> str:
        return f"at most {self.at_most} visible"
