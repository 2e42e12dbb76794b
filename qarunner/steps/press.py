"""`press: Control+a` or `press: {label: Search, key: Enter}`: presses keys."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import SomeText
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Press(Aimed, StepKind):
    """Key names as in the browser (`Enter`, `ArrowDown`, `a`), joined with `+`; with a locator the element
    gets the focus first."""

    kind: ClassVar[str] = "press"
    target_needed: ClassVar[bool] = False
    shorthand: ClassVar[str] = "key"
    example: ClassVar[str] = "`press: Enter` or `press: {label: Search, key: Enter}`"

    target: Locator | None = Field(default=None, alias=TARGET)
    key: SomeText

    def describe(self) -> str:
        return f"press {self.key}" + (f" in {self.target.describe()}" if self.target else "")

    async def perform(self, driver: Driver) -> Done:
        return await driver.press(self.key, self.target)
