"""`http: {get|post|put|patch|delete: URL, headers, json|form|body, status_code, as_page}`: our own call."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar
from urllib.parse import urlencode

from pydantic import Field

from qarunner.model.base import Json
from qarunner.model.mistakes import Problems
from qarunner.model.slots import Flag, JsonSlot, SomeText, Status, Text
from qarunner.model.written import How
from qarunner.steps.base import GUARDED, SAVING, StepKind
from qarunner.steps.driver import Blocked, Done, Driver
from qarunner.steps.expect.answers import parse_json

METHODS = ("get", "post", "put", "patch", "delete")


class HttpCall(StepKind):
    """`url` is resolved against `base`. `as_page` sends it from the page, with its cookies and origin.
    An answer with another status than `status_code` is a failed action; without it every answer is fine."""

    kind: ClassVar[str] = "http"
    allows: ClassVar[tuple[str, ...]] = (*GUARDED, *SAVING)
    example: ClassVar[str] = "`http: {get: /api/me, status_code: 200}`"

    get: SomeText | None = None
    post: SomeText | None = None
    put: SomeText | None = None
    patch: SomeText | None = None
    delete: SomeText | None = None
    headers: dict[str, Text] = Field(default_factory=dict)
    json_: JsonSlot = Field(default=None, alias="json")
    has_json: bool = Field(default=False, alias="<has_json>")
    form: dict[str, Text] | None = None
    body: Text | None = None
    status_code: Status | None = None
    as_page: Flag = False

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        return {**data, "<has_json>": "json" in data}

    @property
    def method(self) -> str:
        """In capitals."""
        return next(name for name in METHODS if getattr(self, name) is not None).upper()

    @property
    def url(self) -> str:
        found: str = getattr(self, self.method.lower())
        return found

    @property
    def payload(self) -> Json:
        """The value of `json`, which counts only when `has_json`."""
        return self.json_

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        given = [name for name in METHODS if getattr(self, name) is not None]
        if len(given) != 1:
            yield (given or ["get"])[-1], "one method and its address are wanted", f"write {self.example}"
        bodies = [
            name
            for name, there in (
                ("json", self.has_json),
                ("form", self.form is not None),
                ("body", self.body is not None),
            )
            if there
        ]
        if len(bodies) > 1:
            yield (
                bodies[1],
                f"{' and '.join(f'`{name}`' for name in bodies)} both say what is sent",
                "keep one",
            )
        elif bodies and given == ["get"]:
            yield bodies[0], "a GET sends no body", "write post, put or patch, or leave it out"

    def describe(self) -> str:
        return f"http {self.method} {self.url}"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        mapping["oneOf"] = [{"required": [name]} for name in METHODS]
        return mapping

    async def perform(self, driver: Driver) -> Done:
        """The answer is the step's value: its number in the log and its body (JSON when it is JSON)."""
        body, content_type = self._sent()
        answer = await driver.http(
            self.method,
            self.url,
            headers=self.headers,
            body=body,
            content_type=content_type,
            as_page=self.as_page,
        )
        if answer.net_error:
            raise Blocked("setup-failed", f"{self.method} {self.url}: {answer.net_error}")
        if self.status_code is not None and answer.status != self.status_code:
            raise Blocked(
                "setup-failed", f"{self.method} {self.url} answered {answer.status}, not {self.status_code}"
            )
        is_json, value = parse_json(answer.body or "")
        return Done(value={"request": answer.request, "body": value if is_json else answer.body})

    def _sent(self) -> tuple[bytes | None, str | None]:
        """The body as bytes and its content type."""
        if self.has_json:
            return json.dumps(self.payload, ensure_ascii=False).encode(), "application/json"
        if self.form is not None:
            return urlencode(self.form).encode(), "application/x-www-form-urlencoded"
        return (self.body.encode(), None) if self.body is not None else (None, None)
