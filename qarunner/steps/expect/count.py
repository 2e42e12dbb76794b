"""`count: 3`: so many visible elements fit."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.observation import ElementSeen, Judged
from qarunner.model.slots import Count
from qarunner.steps.expect.base import ElementCondition


class HowMany(ElementCondition):
    """Base of the conditions on the number of visible matches."""

    many: ClassVar[bool] = True

    def fits(self, visible: int) -> bool:
        raise NotImplementedError

    @property
    def negative(self) -> bool:
        return self.fits(0)

    def judge_elements(self, seen: ElementSeen) -> Judged:
        trouble = self.container_trouble(seen)
        if trouble is not None:
            return trouble
        hidden = f" ({seen.total - seen.visible} hidden)" if seen.total > seen.visible else ""
        return self.judged(self.fits(seen.visible), f"{seen.visible} visible{hidden}")


class CountIs(HowMany):
    """Exactly so many."""

    key: ClassVar[str] = "count"

    number: Count = Field(alias="count")

    def fits(self, visible: int) -> bool:
        return visible == self.number

    def describe(self) -> str:
        return f"{self.number} visible"
