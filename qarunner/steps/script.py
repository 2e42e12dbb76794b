"""`script: TEXT`: JavaScript that runs in the page. Read, not yet performed."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.slots import SomeText
from qarunner.steps.base import GUARDED, SAVING, StepKind


class Script(StepKind):
    """The body of an async function; what it returns can be saved."""

    kind: ClassVar[str] = "script"
    performed: ClassVar[bool] = False
    allows: ClassVar[tuple[str, ...]] = (*GUARDED, *SAVING)
    shorthand: ClassVar[str] = "<code>"
    only_text: ClassVar[bool] = True
    example: ClassVar[str] = "`script: localStorage.clear()`"

    code: SomeText = Field(alias="<code>")

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}
