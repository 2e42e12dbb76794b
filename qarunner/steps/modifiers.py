"""The keys that may stand beside the kind of a step."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from qarunner.model.slots import Duration, Flag, JsonPointer, Name, SomeText, StepId
from qarunner.model.written import Slot, Written
from qarunner.steps.expect.mapping import Conditions


class When(Conditions):
    """The guard of a step: waits up to `within`; the step is skipped when the conditions do not come."""

    example: ClassVar[str] = "`when: {dialog: Cookies, within: 2s}`"

    within_ms: Duration = Field(default=2000, alias="within")


class Save(Written):
    """`save: name` keeps the whole, `save: {name: /pointer}` parts of a JSON answer (JSON Pointer)."""

    example: ClassVar[str] = "`save: code` or `save: {code: /code}`"

    name: Name | None = Field(default=None, alias="<name>")
    parts: dict[Name, JsonPointer] = Field(default_factory=dict, alias="<parts>")

    @property
    def names(self) -> tuple[str, ...]:
        """All names that get a value."""
        return (*([self.name] if self.name else []), *self.parts)

    @classmethod
    def as_mapping(cls, data: object) -> dict[str, Any]:
        if isinstance(data, str):
            return {"<name>": data}
        return {"<parts>": super().as_mapping(data)}

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        name = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
        pointers = {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}
        return {"anyOf": [name, {**pointers, "propertyNames": {"pattern": name["pattern"]}}]}


def _since(text: str) -> str:
    return text


Since = Annotated[
    str, Slot("`start` or the id of a step", str, _since, "start", {"type": "string", "minLength": 1})
]


class Modifiers(Written):
    """All modifiers; each kind allows some of them. `since` is `start` or the id of an earlier step."""

    as_: SomeText | None = Field(default=None, alias="as")
    id: StepId | None = None
    within_ms: Duration | None = Field(default=None, alias="within")
    timeout_ms: Duration | None = Field(default=None, alias="timeout")
    for_ms: Duration | None = Field(default=None, alias="for")
    since: Since | None = None
    because: tuple[SomeText, ...] = ()
    when: When | None = None
    optional: Flag = False
    user: SomeText | None = None
    save: Save | None = None
    secret: Flag = False

    @classmethod
    def prepare(cls, data: dict[str, Any], how: Any, problems: Any) -> dict[str, Any]:
        if isinstance(data.get("because"), str):
            data["because"] = [data["because"]]
        return data

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        because = mapping["properties"]["because"]
        mapping["properties"]["because"] = {"anyOf": [because["items"], because]}
        return mapping


MODIFIER_KEYS: tuple[str, ...] = Modifiers.own_keys()
