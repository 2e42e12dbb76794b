"""`hover: LOC`: moves the mouse over it, in the middle or at a point of the element."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import Point
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Hover(Aimed, StepKind):
    """`at` counts in CSS pixels from the top left corner of the element."""

    kind: ClassVar[str] = "hover"
    example: ClassVar[str] = "`hover: {button: Save}`"

    target: Locator = Field(alias=TARGET)
    at: Point | None = None

    def describe(self) -> str:
        return f"hover {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        return await driver.hover(self.target, at=self.at)
