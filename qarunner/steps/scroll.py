"""`scroll: top|bottom`, `scroll: LOC`, or `scroll: LOC + to: top|bottom|PX` inside a box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.mistakes import SlotError
from qarunner.model.slots import choice, count
from qarunner.model.written import Slot
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


def edge_or_pixels(text: str) -> str | int:
    """`top`, `bottom`, or CSS pixels from the top. Raises SlotError."""
    if text in ("top", "bottom"):
        return text
    try:
        return count(text)
    except SlotError:
        raise SlotError(
            f"`{text}` is no place to scroll to", "write top, bottom or pixels, like 400"
        ) from None


_TO_SCHEMA = {
    "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^(top|bottom|[0-9]+)$|[$]"}]
}
ScrollTo: TypeAlias = Annotated[
    Literal["top", "bottom"] | int,
    Slot("top, bottom or pixels", (str, int), edge_or_pixels, "top", _TO_SCHEMA),
]


class Scroll(Aimed, StepKind):
    """`edge` scrolls the page; a locator alone goes on screen by screen until it is there; with `to` the
    element is a box that is scrolled inside, in CSS pixels from its top."""

    kind: ClassVar[str] = "scroll"
    is_action: ClassVar[bool] = False
    target_needed: ClassVar[bool] = False
    shorthand: ClassVar[str] = "<edge>"
    example: ClassVar[str] = (
        "`scroll: bottom`, `scroll: {heading: Prices}` or `scroll: {testid: list, to: bottom}`"
    )

    edge: Annotated[Literal["top", "bottom"] | None, choice("top", "bottom")] = Field(
        default=None, alias="<edge>"
    )
    target: Locator | None = Field(default=None, alias=TARGET)
    to: ScrollTo | None = None

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if self.edge is None and self.target is None:
            yield "to", "no key here says which element", f"write {self.example}"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        word = {"type": "string", "pattern": "^(top|bottom)$|[$]"}
        return {"anyOf": [word, super().written_schema(mapping, handler)]}

    def describe(self) -> str:
        if self.target is None:
            return f"scroll to the {self.edge}"
        return (
            f"scroll to {self.target.describe()}"
            if self.to is None
            else f"scroll {self.target.describe()} to {self.to}"
        )

    async def perform(self, driver: Driver) -> Done:
        return await driver.scroll(self.target, to=self.edge if self.target is None else self.to)
