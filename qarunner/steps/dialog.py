"""`dialog: accept|dismiss|{accept: TEXT}`: how JavaScript dialogs are answered from now on."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from qarunner.model.slots import Text, choice
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Dialog(StepKind):
    """Arms all dialogs that come until the action after the next begins. `text` answers a prompt. Arming is
    no action itself: it begins no window."""

    kind: ClassVar[str] = "dialog"
    is_action: ClassVar[bool] = False
    shorthand: ClassVar[str] = "<answer>"
    example: ClassVar[str] = "`dialog: accept`, `dialog: dismiss` or `dialog: {accept: my answer}`"

    answer: Annotated[Literal["accept", "dismiss"], choice("accept", "dismiss")] = Field(
        default="accept", alias="<answer>"
    )
    text: Text | None = Field(default=None, alias="accept")

    def describe(self) -> str:
        return f"{self.answer} dialogs"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        mapping["required"] = ["accept"]
        return {"anyOf": [{"type": "string", "pattern": "^(accept|dismiss)$|[$]"}, mapping]}

    async def perform(self, driver: Driver) -> Done:
        driver.arm_dialog(accept=self.answer == "accept", text=self.text)
        return Done()
