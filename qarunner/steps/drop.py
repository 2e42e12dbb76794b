"""`drop: LOC + file`: drops files on an element. Read, not yet performed."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.locator import TARGET, Aimed, Locator
from qarunner.model.mistakes import Problems
from qarunner.model.slots import SomeText
from qarunner.model.written import How
from qarunner.steps.base import StepKind


class Drop(Aimed, StepKind):
    """Paths are relative to the flow file."""

    kind: ClassVar[str] = "drop"
    performed: ClassVar[bool] = False
    example: ClassVar[str] = "`drop: {label: Source file, file: data/orders.csv}`"

    target: Locator = Field(alias=TARGET)
    files: tuple[SomeText, ...] = Field(alias="file", min_length=1)

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        ready = super().prepare(data, how, problems)
        return {**ready, "file": [ready["file"]]} if isinstance(ready.get("file"), str) else ready

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        several = mapping["properties"]["file"]
        mapping["properties"]["file"] = {"anyOf": [several["items"], several]}
        return super().written_schema(mapping, handler)

    def describe(self) -> str:
        return f"drop {', '.join(self.files)} on {self.target.describe()}"
