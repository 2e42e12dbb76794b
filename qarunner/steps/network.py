"""`network: offline|online|slow-3g`: the connection of the user. Read, not yet performed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from qarunner.model.slots import choice
from qarunner.steps.base import StepKind


class Network(StepKind):
    """Holds until the next `network` step."""

    kind: ClassVar[str] = "network"
    performed: ClassVar[bool] = False
    shorthand: ClassVar[str] = "<state>"
    only_text: ClassVar[bool] = True
    example: ClassVar[str] = "`network: offline`"

    state: Annotated[Literal["offline", "online", "slow-3g"], choice("offline", "online", "slow-3g")] = Field(
        alias="<state>"
    )

    def describe(self) -> str:
        return f"network {self.state}"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        return {"type": "string", "pattern": "^(offline|online|slow-3g)$|[$]"}
