"""The top keys of a flow file."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import Field, GetJsonSchemaHandler

from qarunner.model.base import Json
from qarunner.model.flow import AppSpec, BrowserSpec, MatrixSpec, WatchSpec
from qarunner.model.locator import Locator
from qarunner.model.mistakes import Problems, SlotError
from qarunner.model.slots import Duration, JsonSlot, Name, SomeText, Text
from qarunner.model.urls import is_full_url, origin_of
from qarunner.model.values import references
from qarunner.model.written import How, Slot, Written


def _version(text: str) -> int:
    if text != "1":
        raise SlotError(f"format {text} is not known to this version", "write `qarunner: 1`")
    return 1


def _base(text: str) -> str:
    if references(text) and "://" not in text:
        return text
    if not is_full_url(text) or text.split(":")[0].lower() not in ("http", "https", "file"):
        looks_like_host = re.match(r"[\w.-]+(:[0-9$]\w*)?(/|$)", text) and not text.startswith("/")
        fix = f"write http://{text}" if looks_like_host else "write http:// and the host"
        raise SlotError(f"`{text}` is no address", fix)
    return text


def _origin(text: str) -> str:
    address = _base(text)
    if not references(address) and not origin_of(address):
        raise SlotError(f"`{text}` is no origin", "write it like http://localhost:8001")
    return address


Version: TypeAlias = Annotated[int, Slot("the number of the format", int, _version, 1, {"enum": [1, "1"]})]
BaseUrl: TypeAlias = Annotated[str, Slot("an address", str, _base, "", {"type": "string"})]
Origin: TypeAlias = Annotated[str, Slot("an origin", str, _origin, "", {"type": "string"})]


class EachSpec(Written):
    """`each: FILE.csv`, or a list of rows. The column `row` names a row."""

    example: ClassVar[str] = "`each: [{row: us, lang: en-US}]` or `each: rows.csv`"

    csv: SomeText | None = Field(default=None, alias="<csv>")
    rows: tuple[dict[Name, Text], ...] = Field(default=(), alias="<rows>")

    @classmethod
    def as_mapping(cls, data: object) -> dict[str, Any]:
        if isinstance(data, list):
            return {"<rows>": data}
        return {"<csv>": data} if isinstance(data, str) else super().as_mapping(None)

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        cell = {"type": ["string", "number", "boolean"]}
        row = {"type": "object", "additionalProperties": cell, "minProperties": 1}
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": row, "minItems": 1}]}


class Defaults(Written):
    """What may stand under `defaults:` in `qarunner.yaml`, and in every flow."""

    app: AppSpec | None = None
    base: BaseUrl | None = None
    vars: dict[Name, Text] = Field(default_factory=dict)
    secrets: dict[Name, Name] = Field(default_factory=dict)
    browser: BrowserSpec = BrowserSpec()
    watch: WatchSpec = WatchSpec()
    timeout_ms: Duration = Field(default=10_000, alias="timeout")


class Header(Defaults):
    """All top keys. `steps` and `after` are read apart."""

    example: ClassVar[str] = "`qarunner: 1`, `name: ...` and `steps:`"
    may_be_empty: ClassVar[tuple[str, ...]] = ("steps", "after")

    qarunner: Version
    name: SomeText
    because: tuple[SomeText, ...] = ()
    tags: tuple[SomeText, ...] = ()
    origins: tuple[Origin, ...] = ()
    budget_ms: Duration | None = Field(default=None, alias="budget")
    settle_ms: Duration = Field(default=500, alias="settle")
    mask: tuple[Locator, ...] = ()
    each: EachSpec | None = None
    matrix: MatrixSpec | None = None
    steps: JsonSlot
    after: JsonSlot = None

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        for key in ("because", "tags", "origins"):
            if isinstance(data.get(key), str):
                data[key] = [data[key]]
        if isinstance(data.get("mask"), dict):
            data["mask"] = [data["mask"]]
        return data

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        for key in ("because", "tags", "origins"):
            several = mapping["properties"][key]
            mapping["properties"][key] = {"anyOf": [several["items"], several]}
        return mapping


def merge(own: Header, given: Defaults | None) -> Header:
    """`own` with what it leaves out taken from `given`; `vars secrets browser watch` merge key by key."""
    if given is None:
        return own
    update: dict[str, Json | object] = {
        name: getattr(given, name)
        for name in ("app", "base", "timeout_ms")
        if name in given.model_fields_set and name not in own.model_fields_set
    }
    update["vars"] = {k: v for k, v in given.vars.items() if k not in own.secrets} | own.vars
    update["secrets"] = {k: v for k, v in given.secrets.items() if k not in own.vars} | own.secrets
    update["browser"] = given.browser.model_copy(
        update={key: getattr(own.browser, key) for key in own.browser.model_fields_set}
    )
    watch = given.watch.model_copy(
        update={key: getattr(own.watch, key) for key in own.watch.model_fields_set}
    )
    allow = (*given.watch.allow, *(a for a in own.watch.allow if a not in given.watch.allow))
    update["watch"] = watch.model_copy(update={"allow": allow})
    return own.model_copy(update=update)
