"""`http: GET /api/orders/41` with `status_code json contains`: what the server answers *us*."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems, mistake
from qarunner.model.observation import Judged, NetworkSeen, Seen
from qarunner.model.slots import Flag, JsonSlot, SomeText, Status, Text
from qarunner.model.written import How, Written
from qarunner.steps.expect.answers import difference, wanted_text
from qarunner.steps.expect.base import Condition, wrong_subject


class Call(Written):
    """A call that may be made again and again while the check waits, so GET only. `as_page` sends it from the
    page, with its cookies and origin."""

    example: ClassVar[str] = "`{http: {get: /api/orders/41}, status_code: 200}`"

    get: SomeText
    headers: dict[str, Text] = Field(default_factory=dict)
    as_page: Flag = False

    @classmethod
    def as_mapping(cls, data: object) -> dict[str, Any]:
        if isinstance(data, str):
            return {"get": data.removeprefix("GET ").strip()}
        return super().as_mapping(data)

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        for key in ("post", "put", "patch", "delete"):
            if key in data:
                fix = "make the call in a step of its own: `- http: {...}`"
                problems.add(
                    key,
                    mistake("value", f"a check may call again and again, so `{key}` cannot stand here", fix),
                )
                problems.settled.add("get")
                del data[key]
        return data

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        mapping["properties"] |= {key: {} for key in ("status_code", "json", "contains")}
        return {"anyOf": [{"type": "string"}, mapping]}


class Http(Condition):
    """The latest answer fits all. `status_code` may stand in the mapping of the call too."""

    key: ClassVar[str] = "http"
    extras: ClassVar[tuple[str, ...]] = ("status_code", "json", "contains")
    subject: ClassVar = "http"

    http: Call
    status_code: Status | None = None
    json_: JsonSlot = Field(default=None, alias="json")
    has_json: bool = Field(default=False, alias="<has_json>")
    contains: SomeText | None = None

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        call = data.get("http")
        if isinstance(call, dict):
            moved = {key: call[key] for key in cls.extras if key in call and key not in data}
            data = {**data, "http": {k: v for k, v in call.items() if k not in moved}, **moved}
        return {**data, "<has_json>": "json" in data}

    def describe(self) -> str:
        return (
            f"GET {self.http.get}: {wanted_text(self.status_code, self.json_, self.has_json, self.contains)}"
        )

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, NetworkSeen):
            raise wrong_subject(self, seen)
        if not seen.answers:
            return self.judged(False, "no answer")
        wrong = difference(seen.answers[-1], self.status_code, self.json_, self.has_json, self.contains)
        return self.judged(not wrong, wrong or f"status {seen.answers[-1].status}")
