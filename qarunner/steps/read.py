"""`read: LOC + what: text|value|attribute` with `save:`: keeps what the page shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.slots import SomeText, choice
from qarunner.model.text import fold
from qarunner.steps.base import GUARDED, SAVING, StepKind
from qarunner.steps.driver import Blocked, Done, Driver


class Read(Aimed, StepKind):
    """`what: attribute` needs `name`. What is read goes to the name after `save:`."""

    kind: ClassVar[str] = "read"
    is_action: ClassVar[bool] = False
    allows: ClassVar[tuple[str, ...]] = (*GUARDED, *SAVING)
    example: ClassVar[str] = "`read: {testid: order-number, what: text}` with `save: number` beside it"

    target: Locator = Field(alias=TARGET)
    what: Annotated[Literal["text", "value", "attribute"], choice("text", "value", "attribute")] = "text"
    name: SomeText | None = None

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if (self.what == "attribute") != (self.name is not None):
            yield "what", "`what: attribute` and `name:` go together", "write `what: attribute, name: href`"

    def describe(self) -> str:
        return f"read {self.name or self.what} of {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        """The text, value or attribute is the step's value. Raises Blocked when there is none."""
        match = await driver.element(self.target, (self.name,) if self.name else ())
        found = {"text": fold(match.text), "value": match.value}.get(
            self.what, match.attributes.get(self.name or "")
        )
        if found is None:
            raise Blocked("target-missing", f"{self.target.describe()} has no {self.name or self.what}")
        return Done(value=found)
