"""`pixel: {testid: chart, at: "10,10", is: '#ff8800'}`: a point has this colour. Read, not yet performed."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import Point
from qarunner.model.web_slots import Color
from qarunner.steps.expect.base import Condition


class PixelSpec(Aimed):
    """`at` counts from the top left corner of the element, in CSS pixels."""

    example: ClassVar[str] = "`pixel: {testid: chart, at: \"10,10\", is: '#ff8800'}`"

    target: Locator = Field(alias=TARGET)
    at: Point
    is_: Color = Field(alias="is")


class Pixel(Condition):
    """The colour at one point of an element."""

    key: ClassVar[str] = "pixel"
    subject: ClassVar = "picture"
    performed: ClassVar[bool] = False

    pixel: PixelSpec

    def describe(self) -> str:
        return f"{self.pixel.is_} at a point of {self.pixel.target.describe()}"
