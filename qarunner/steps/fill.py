"""`fill: {label: Email, with: TEXT}`: sets the value of a field at once."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import Text
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Fill(Aimed, StepKind):
    """The value is read back; an empty text clears the field."""

    kind: ClassVar[str] = "fill"
    example: ClassVar[str] = "`fill: {label: Email, with: ada@example.com}`"

    target: Locator = Field(alias=TARGET)
    with_: Text = Field(alias="with")

    def describe(self) -> str:
        return f"fill {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        return await driver.fill(self.target, self.with_, by_key=False)
