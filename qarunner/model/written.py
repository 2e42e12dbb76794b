"""How the typed parts of a flow file are read: pydantic classes over written values, with all mistakes kept.

A *written value* is what the YAML text says: texts, lists and mappings, `None` where nothing was written.
`Slot` converts one text, `Written` one mapping; both give their own mistakes (`qa_*` errors whose context has
`message` and `fix`), which `flowfile` turns into diagnostics with line and column. The JSON Schema comes from
the same classes. Fields whose alias begins with `<` cannot be written: they are filled by `prepare`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from pydantic import (
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationInfo,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, ValidationError, core_schema

from qarunner.model.base import Value
from qarunner.model.text import one_line
from qarunner.model.values import references


@dataclass(frozen=True, slots=True)
class How:
    """How a written value is read. `lint`: typed slots accept a text with a reference (it becomes a sample).
    `origins`: the origins on which a PATH counts; empty means any."""

    lint: bool = False
    origins: tuple[str, ...] = ()


def mistake(kind: str, message: str, fix: str = "") -> PydanticCustomError:
    """A mistake of `kind` `unknown_key`, `missing`, `type` or `value`. What was written is quoted on one line."""
    told = {"message": one_line(message, 300), "fix": one_line(fix, 400)}
    return PydanticCustomError(f"qa_{kind}", "{message}", told)


class SlotError(ValueError):
    """A text does not fit its slot. `fix` says how to write it."""

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix


def nearest(name: str, names: Iterable[str]) -> str:
    """The valid name that `name` was probably meant to be, or ""."""
    lowered = {n.lower(): n for n in reversed(list(names))}
    for candidate in (name.lower(), name.lower().replace("-", "_").replace(" ", "_")):
        if candidate in lowered:
            return lowered[candidate]
    for known in lowered:
        if sorted(known) == sorted(name.lower()):
            return lowered[known]
    close = difflib.get_close_matches(name.lower(), list(lowered), n=3, cutoff=0.6)
    close.sort(key=lambda known: known[:1] != name[:1].lower())
    return lowered[close[0]] if close else ""


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


def kind_name(value: object) -> str:
    """What a written value is, in words."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "nothing"
    return "a text" if isinstance(value, str) else "a number or truth value"


_WANTED = {
    "dict_type": "a mapping is wanted",
    "model_type": "a mapping is wanted",
    "list_type": "a list is wanted",
    "tuple_type": "a list is wanted",
}


@dataclass(slots=True)
class Problems:
    """Collects the mistakes of one mapping. `settled` names keys whose mistake is already told."""

    details: list[InitErrorDetails] = field(default_factory=list)
    settled: set[str] = field(default_factory=set)

    def add(self, key: str | tuple[str | int, ...], error: PydanticCustomError, value: object = None) -> None:
        loc = (key,) if isinstance(key, str) else key
        self.details.append(InitErrorDetails(type=error, loc=loc, input=value))
        self.settled.update(str(part) for part in loc[:1])

    def take(self, error: ValidationError, keys: Iterable[str], example: str = "") -> None:
        """Adds the errors of pydantic in our words; `keys` are the keys that this mapping may have."""
        known = tuple(keys)
        lines = error.errors(include_url=False)
        misspelt = {nearest(str(e["loc"][-1]), known) for e in lines if e["type"] == "extra_forbidden"}
        for line in lines:
            loc, kind, context = line["loc"], line["type"], line.get("ctx", {})
            last = str(loc[-1]) if loc else ""
            if kind.startswith("qa_"):
                told = PydanticCustomError(kind, "{message}", context)
            elif kind == "extra_forbidden":
                told = unknown_key(last, known)
            elif kind == "missing":
                if last in self.settled or last in misspelt or last.startswith("<"):
                    continue
                told = mistake("missing", f"`{last}` is missing", f"write {example}" if example else "")
                loc = loc[:-1]
            else:
                wanted = _WANTED.get(kind, line["msg"])
                told = mistake("type", f"{wanted}, here is {kind_name(line['input'])}")
            self.details.append(InitErrorDetails(type=told, loc=loc, input=line["input"]))

    def error(self, title: str) -> ValidationError:
        return ValidationError.from_exception_data(title, self.details)


def unknown_key(key: str, known: Iterable[str]) -> PydanticCustomError:
    """The mistake "no such key", with the nearest valid one."""
    names = tuple(known)
    near = nearest(key, names)
    if near:
        return mistake("unknown_key", f"there is no key `{key}` here", f"did you mean `{near}`?")
    fix = f"the keys here are: {', '.join(names)}" if len(names) <= 20 else ""
    return mistake("unknown_key", f"there is no key `{key}` here", fix)


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
        properties = mapping.get("properties", {})
        hidden = [key for key in properties if key.startswith("<")]
        for key in hidden:
            del properties[key]
        if "required" in mapping:
            mapping["required"] = [key for key in mapping["required"] if key not in hidden]
            if not mapping["required"]:
                del mapping["required"]
        mapping.pop("title", None)
        for part in properties.values():
            part.pop("title", None)
            part.pop("default", None)
        mapping["properties"] = {key: _not_null(part) for key, part in properties.items()}
        return cls.written_schema(mapping, handler)

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of all that may be written, from that of the mapping with the own keys."""
        forms = [mapping]
        if cls.shorthand in mapping["properties"]:
            forms.insert(0, mapping["properties"][cls.shorthand])
        if cls.nothing_is_fine:
            forms.insert(0, {"type": "null"})
        return forms[0] if len(forms) == 1 else {"anyOf": forms}
