"""`set_viewport: 390x844`: resizes the page of the user, in CSS pixels."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.slots import Size
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class SetViewport(StepKind):
    """Width and height of the viewport."""

    kind: ClassVar[str] = "set_viewport"
    is_action: ClassVar[bool] = False
    shorthand: ClassVar[str] = "<size>"
    only_text: ClassVar[bool] = True
    example: ClassVar[str] = "`set_viewport: 390x844`"

    size: Size = Field(alias="<size>")

    def describe(self) -> str:
        return f"set viewport to {self.size[0]}x{self.size[1]}"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        return {"type": "string", "pattern": r"^[0-9]+x[0-9]+$|\$[A-Za-z_]"}

    async def perform(self, driver: Driver) -> Done:
        return await driver.set_viewport(*self.size)
