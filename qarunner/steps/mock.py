"""`mock: {request: METHOD PATH, status_code|abort, json|body}`: answers for the server.

Read, not yet performed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems
from qarunner.model.slots import Flag, JsonSlot, Status, Text
from qarunner.model.web_slots import Request
from qarunner.model.written import How
from qarunner.steps.base import StepKind


class Mock(StepKind):
    """Holds for the rest of the flow. Arming is no action: it begins no window."""

    kind: ClassVar[str] = "mock"
    performed: ClassVar[bool] = False
    is_action: ClassVar[bool] = False
    example: ClassVar[str] = "`mock: {request: GET /api/rates, status_code: 503}`"

    request: Request
    status_code: Status | None = None
    abort: Flag = False
    json_: JsonSlot = Field(default=None, alias="json")
    has_json: bool = Field(default=False, alias="<has_json>")
    body: Text | None = None

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        return {**data, "<has_json>": "json" in data}

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if self.abort and (self.status_code is not None or self.has_json or self.body is not None):
            yield "abort", "an aborted request has no answer", "leave out `status_code`, `json` and `body`"
        elif not self.abort and self.status_code is None and not self.has_json and self.body is None:
            yield "request", "nothing says what is answered", f"write {self.example}"
        if self.has_json and self.body is not None:
            yield "body", "`json` and `body` both say what is answered", "keep one"

    def describe(self) -> str:
        return f"mock {self.request}"
