"""`use: FILE` with `with: {...}`: the steps of that flow in its place.

Flows that have been read hold none of it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.slots import SomeText
from qarunner.steps.base import StepKind


class Use(StepKind):
    """`with` stands beside it, on the step."""

    kind: ClassVar[str] = "use"
    shorthand: ClassVar[str] = "<file>"
    only_text: ClassVar[bool] = True
    example: ClassVar[str] = "`use: login.yaml`"

    file: SomeText = Field(alias="<file>")

    @classmethod
    def modifier_keys(cls) -> tuple[str, ...]:
        return ("with", "user", "because", "timeout")

    def describe(self) -> str:
        return f"use {self.file}"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}
