"""`untick: LOC`: unchecks a checkbox or switch; one that is not checked stays so."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import Point
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Untick(Aimed, StepKind):
    """The state is read back afterwards."""

    kind: ClassVar[str] = "untick"
    example: ClassVar[str] = "`untick: {checkbox: I agree}`"

    target: Locator = Field(alias=TARGET)
    at: Point | None = None

    def describe(self) -> str:
        return f"untick {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        return await driver.tick(self.target, on=False, at=self.at)
