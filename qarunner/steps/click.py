"""`click: LOC`: clicks once with the left button, in the middle or at a point of the element."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import Point
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Click(Aimed, StepKind):
    """`at` counts in CSS pixels from the top left corner of the element."""

    kind: ClassVar[str] = "click"
    example: ClassVar[str] = "`click: {button: Save}`"

    target: Locator = Field(alias=TARGET)
    at: Point | None = None

    def describe(self) -> str:
        return f"click {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        return await driver.click(self.target, count=1, at=self.at)
