"""`type: {label: Search, with: TEXT}` or `type: TEXT`: presses the keys one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import Text
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Type(Aimed, StepKind):
    """With a locator the field is cleared before and read back after; without, the keys go to what has the
    focus."""

    kind: ClassVar[str] = "type"
    target_needed: ClassVar[bool] = False
    shorthand: ClassVar[str] = "with"
    example: ClassVar[str] = "`type: {label: Search, with: lamp}` or `type: lamp`"

    target: Locator | None = Field(default=None, alias=TARGET)
    with_: Text = Field(alias="with")

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if self.with_ == "" and self.target is None:
            yield "with", "no key is pressed by an empty text", f"write {self.example}"

    def describe(self) -> str:
        return "type" if self.target is None else f"type into {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        if self.target is None:
            return await driver.type_keys(self.with_)
        return await driver.fill(self.target, self.with_, by_key=True)
