"""How the typed parts of a flow file are read: pydantic classes over written values, with all mistakes kept.

A *written value* is what the YAML text says: texts, lists and mappings, `None` where nothing was written.
`Slot` converts one text, `Written` one mapping; both give their own mistakes (`qa_*` errors whose context has
`message` and `fix`), which `flowfile` turns into diagnostics with line and column. The JSON Schema comes from
the same classes. Fields whose alias begins with `<` cannot be written: they are filled by `prepare`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import (
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationInfo,
    model_validator,
)
from pydantic_core import CoreSchema, ValidationError, core_schema

from qarunner.model.base import Value
from qarunner.model.mistakes import Problems, SlotError, kind_name, mistake, unknown_key
from qarunner.model.values import references


@dataclass(frozen=True, slots=True)
class How:
    """How a written value is read. `lint`: typed slots accept a text with a reference (it becomes a sample).
    `origins`: the origins on which a PATH counts; empty means any."""

    lint: bool = False
    origins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """Converts one text. `parse` raises SlotError; `kind` is the type of what it gives; `sample` stands in
    for a text with a reference while linting; `schema` is the JSON Schema of what may be written."""

    want: str
    kind: type | tuple[type, ...]
    parse: Callable[[str], Any]
    sample: Any
    schema: Mapping[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self.validate)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return dict(self.schema)

    def validate(self, value: object, info: ValidationInfo) -> Any:
        how = info.context if isinstance(info.context, How) else None
        if how is None and isinstance(value, self.kind) and not isinstance(value, str):
            return value
        if isinstance(value, str):
            if how is not None and how.lint and self.kind is not str and references(value):
                return self.sample
            try:
                return self.parse(value)
            except SlotError as error:
                raise mistake("value", error.message, error.fix) from None
        if value is None:
            raise mistake("type", f"nothing is written here; {self.want} is wanted")
        raise mistake("type", f"{self.want} is wanted, here is {kind_name(value)}")


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without the null that stands for "not given"."""
    forms = [form for form in schema.get("anyOf", ()) if form != {"type": "null"}]
    if not forms or len(forms) == len(schema["anyOf"]):
        return schema
    return forms[0] if len(forms) == 1 and len(schema) == 1 else {**schema, "anyOf": forms}


class _Ready(dict[str, Any]):
    """Keys that `prepare` has rearranged. Pydantic calls the wrapper of a recursive model twice."""


class Written(Value):
    """A mapping of a flow file. `shorthand` is the key that a bare text stands for; `only_text` where nothing
    but that text may be written."""

    shorthand: ClassVar[str] = ""
    only_text: ClassVar[bool] = False
    nothing_is_fine: ClassVar[bool] = False
    may_be_empty: ClassVar[tuple[str, ...]] = ("json",)
    example: ClassVar[str] = ""

    @classmethod
    def own_keys(cls) -> tuple[str, ...]:
        """The keys that may be written, without those of a locator."""
        names = ((f.alias or name) for name, f in cls.model_fields.items())
        return tuple(name for name in names if not name.startswith("<"))

    @classmethod
    def known_keys(cls) -> tuple[str, ...]:
        """All keys that may be written."""
        return cls.own_keys()

    @classmethod
    def as_mapping(cls, data: object) -> dict[str, Any]:
        """`data` as a mapping. Raises a mistake when it is none and no shorthand fits."""
        if isinstance(data, Mapping) and not cls.only_text:
            return dict(data)
        if data is None and cls.nothing_is_fine:
            return {}
        if cls.nothing_is_fine and not cls.own_keys():
            here = f"nothing may be written here, here is {kind_name(data)}"
            raise mistake("value", here, f"write {cls.example}")
        fix = f"write {cls.example}" if cls.example else ""
        if data is None:
            raise mistake("type", "nothing is written here", fix)
        if isinstance(data, str) and cls.shorthand:
            return {cls.shorthand: data}
        wanted = "a text" if cls.only_text else "a text or a mapping" if cls.shorthand else "a mapping"
        raise mistake("type", f"{wanted} is wanted, here is {kind_name(data)}", fix)

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        """Rearranges the written keys into those of the fields; adds what is wrong to `problems`."""
        return data

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        """(key, message, fix) for keys that do not go together. Looks at which are given, not at values."""
        return iter(())

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        how = info.context
        if not isinstance(how, How) or isinstance(data, Value | _Ready):
            return handler(data)
        problems = Problems()
        if isinstance(data, Mapping):
            data = cls._without_hidden(data, problems)
        ready = cls.prepare(cls._without_nothing(cls.as_mapping(data), problems), how, problems)
        try:
            value = handler(_Ready(ready))
        except ValidationError as error:
            problems.take(error, cls.known_keys(), cls.example)
            raise problems.error(cls.__name__) from None
        for key, message, fix in value.contradictions():
            problems.add(key, mistake("value", message, fix))
        if problems.details:
            raise problems.error(cls.__name__)
        return value

    @classmethod
    def _without_hidden(cls, data: Mapping[Any, Any], problems: Problems) -> dict[Any, Any]:
        """`data` without the keys that only `as_mapping` and `prepare` may give."""
        hidden = [key for key in data if str(key).startswith("<")]
        for key in hidden:
            problems.add(key, unknown_key(key, cls.known_keys()))
        return {key: value for key, value in data.items() if key not in hidden}

    @classmethod
    def _without_nothing(cls, data: dict[str, Any], problems: Problems) -> dict[str, Any]:
        """`data` without the keys of optional fields after which nothing is written: they are mistakes."""
        for name, each in cls.model_fields.items():
            key = each.alias or name
            if key in data and data[key] is None and not each.is_required() and key not in cls.may_be_empty:
                problems.add(
                    key,
                    mistake("type", f"nothing is written after `{key}`", "write a value, or leave it out"),
                )
                del data[key]
        return data

    @classmethod
    def read_part(cls, data: object, how: How, problems: Problems) -> Self | None:
        """`data` as a value of this class, or None with the mistakes added to `problems`."""
        try:
            return cls.model_validate(data, context=how, by_alias=True, by_name=False)
        except ValidationError as error:
            problems.take(error, cls.known_keys())
            return None

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        mapping = handler.resolve_ref_schema(handler(schema))
        own = {key: part for key, part in mapping.get("properties", {}).items() if not key.startswith("<")}
        for part in own.values():
            part.pop("title", None)
            part.pop("default", None)
        mapping["properties"] = {key: _not_null(part) for key, part in own.items()}
        mapping["required"] = [key for key in mapping.get("required", ()) if key in own]
        mapping.pop("title", None)
        return cls.written_schema(mapping, handler)

    @classmethod
    def schemas_of_keys(cls, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of each own key, for a mapping in which they stand beside others."""
        made = cls.__get_pydantic_json_schema__(cls.__pydantic_core_schema__, handler)
        found: dict[str, Any] = made.get("properties", {})
        return found

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of all that may be written, from that of the mapping with the own keys."""
        forms = [mapping]
        if cls.shorthand in mapping["properties"]:
            forms.insert(0, mapping["properties"][cls.shorthand])
        if cls.nothing_is_fine:
            forms.insert(0, {"type": "null"})
        return forms[0] if len(forms) == 1 else {"anyOf": forms}
