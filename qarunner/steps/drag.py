"""`drag: LOC + to: LOC`: drags one element to another. Read, not yet performed."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.steps.base import StepKind


class Drag(Aimed, StepKind):
    """From the middle of the one to the middle of the other."""

    kind: ClassVar[str] = "drag"
    performed: ClassVar[bool] = False
    example: ClassVar[str] = "`drag: {listitem: Write the report, to: {region: Done}}`"

    target: Locator = Field(alias=TARGET)
    to: Locator

    def describe(self) -> str:
        return f"drag {self.target.describe()} to {self.to.describe()}"
