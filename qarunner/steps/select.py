"""`select: {label: Size, option: Large}`: chooses one option of a `select`, or several."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.mistakes import Problems
from qarunner.model.slots import Text
from qarunner.model.written import How
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Select(Aimed, StepKind):
    """Options are named by their text; `option` here is never the ARIA role."""

    kind: ClassVar[str] = "select"
    example: ClassVar[str] = "`select: {label: Size, option: Large}`"

    target: Locator = Field(alias=TARGET)
    options: tuple[Text, ...] = Field(alias="option", min_length=1)

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        ready = super().prepare(data, how, problems)
        return {**ready, "option": [ready["option"]]} if isinstance(ready.get("option"), str) else ready

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        several = mapping["properties"]["option"]
        mapping["properties"]["option"] = {"anyOf": [several["items"], several]}
        return super().written_schema(mapping, handler)

    def describe(self) -> str:
        return f"select {', '.join(self.options)} in {self.target.describe()}"

    async def perform(self, driver: Driver) -> Done:
        return await driver.select(self.target, self.options)
