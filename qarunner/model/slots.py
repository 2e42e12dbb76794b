"""The slots of a flow file: what one text is converted to, and how it must be written.

Durations are integer milliseconds, sizes are (width, height) in CSS pixels.
"""

from __future__ import annotations

import importlib
import re
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from qarunner.model.base import Json
from qarunner.model.mistakes import SlotError, nearest
from qarunner.model.written import Slot

MAX_PATTERN = 1000
MAX_DURATION_MS = 24 * 3600 * 1000

_SCALAR = {"type": ["string", "number", "boolean"]}
_REFERS = {"type": "string", "pattern": r"\$[A-Za-z_]"}
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)")
_FACTOR = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}


def typed(*forms: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [*forms, _REFERS]}


def spelled(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern}


def duration_ms(text: str) -> int:
    """Milliseconds of `500ms`, `2s`, `1.5s`, `1m`, `1h`; at most a day."""
    found = _DURATION.fullmatch(text)
    if not found:
        fix = (
            f"write {text}ms or {text}s"
            if text.isascii() and text.isdigit()
            else "write it like 500ms, 2s or 1m"
        )
        raise SlotError(f"`{text}` is no duration", fix)
    value = Decimal(found[1]) * _FACTOR[found[2]]
    if value > MAX_DURATION_MS:
        raise SlotError(f"`{text}` is longer than a day", "write a shorter duration")
    return int(value)


def flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise SlotError(f"`{text}` is neither true nor false", "write true or false")
    return text == "true"


def only_true(text: str) -> Literal[True]:
    if text != "true":
        raise SlotError(f"`{text}` cannot stand here", "write true, or leave the key out")
    return True


def whole_number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,15}", text):
        raise SlotError(f"`{text}` is no whole number", "write digits only, like 3")
    return int(text)


def count(text: str) -> int:
    value = whole_number(text)
    if value < 0:
        raise SlotError(f"`{text}` is negative", "write 0 or more")
    return value


def position(text: str) -> int:
    value = whole_number(text)
    if value == 0:
        raise SlotError("`nth: 0` fits nothing", "1 is the first, -1 the last")
    return value


def status(text: str) -> int:
    if not re.fullmatch(r"[1-5][0-9][0-9]", text):
        raise SlotError(f"`{text}` is no HTTP status", "write three digits, like 200")
    return int(text)


def decimal(text: str) -> Decimal:
    try:
        if re.fullmatch(r"-?[0-9]{1,30}(\.[0-9]{1,30})?", text):
            return Decimal(text)
    except InvalidOperation:  # pragma: no cover - the pattern leaves nothing invalid
        pass
    raise SlotError(
        f"`{text}` is no number", "write it like 1234.5: a point for decimals, no thousands signs"
    )


def fraction(text: str) -> float:
    """A share of 0 to 1 from `0.1%` or `0.001`."""
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,10})?)(%?)", text)
    value = float(found[1]) / (100 if found[2] else 1) if found else -1.0
    if not 0 <= value <= 1:
        raise SlotError(f"`{text}` is no share of the whole", "write it like 0.1%")
    return value


def size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (1 <= width <= 16384 and 1 <= height <= 16384):
        raise SlotError(f"`{text}` is no size", "write width x height in pixels, like 1280x720")
    return width, height


def point(text: str) -> tuple[float, float]:
    found = re.fullmatch(r"\s*(-?[0-9]{1,5}(?:\.[0-9]+)?)\s*,\s*(-?[0-9]{1,5}(?:\.[0-9]+)?)\s*", text)
    if not found:
        raise SlotError(
            f"`{text}` is no point", 'write x and y from the top left corner of the element: "80,45"'
        )
    return float(found[1]), float(found[2])


def pattern(text: str) -> str:
    """A regular expression that compiles, is at most MAX_PATTERN long and has no repeat inside a repeat."""
    if len(text) > MAX_PATTERN:
        raise SlotError(f"the pattern is longer than {MAX_PATTERN} characters", "write a shorter one")
    try:
        parsed = importlib.import_module("re._parser").parse(text)
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise SlotError(
            f"the pattern cannot be read: {error}", "it is a regular expression as in Python"
        ) from None
    if _nested_repeat(parsed, inside=False):
        raise SlotError("the pattern repeats a repeat, which can take forever", "write (a+)+ as a+")
    return text


def _nested_repeat(parsed: Any, *, inside: bool) -> bool:
    for operator, argument in parsed:
        name = str(operator)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            _low, high, body = argument
            unbounded = int(high) > 1000
            if (unbounded and inside) or _nested_repeat(body, inside=inside or unbounded):
                return True
        elif name == "SUBPATTERN":
            if _nested_repeat(argument[-1], inside=inside):
                return True
        elif name == "BRANCH":
            if any(_nested_repeat(branch, inside=inside) for branch in argument[1]):
                return True
        elif name in ("ASSERT", "ASSERT_NOT") and _nested_repeat(argument[1], inside=inside):
            return True
    return False


def name(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
        raise SlotError(f"`{text}` is no name", "a name has letters, digits and _, and begins with no digit")
    return text


def step_id(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}", text):
        raise SlotError(f"`{text}` is no id", "an id has up to 80 letters, digits, - _ and .")
    return text


def json_pointer(text: str) -> str:
    if text != "" and not re.fullmatch(r"(/([^~/]|~[01])*)+", text):
        raise SlotError(f"`{text}` is no JSON Pointer", "write it like /items/0/id")
    return text


def choice(*words: str) -> Slot:
    """A slot that takes one of `words`."""

    def parse(text: str) -> str:
        if text in words:
            return text
        near = nearest(text, words)
        listed = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
        raise SlotError(f"`{text}` cannot stand here", f"did you mean {near}?" if near else f"write {listed}")

    kind: tuple[type, ...] = (str,)
    return Slot(f"one of {', '.join(words)}", kind, parse, words[0], typed({"enum": list(words)}))


def _same(text: str) -> str:
    return text


def _not_empty(text: str) -> str:
    if not text.strip():
        raise SlotError("an empty text cannot stand here", "write what is meant")
    return text


Text: TypeAlias = Annotated[str, Slot("a text", str, _same, "", _SCALAR)]
"""Any text; `""` must be written with quotes."""
SomeText: TypeAlias = Annotated[str, Slot("a text", str, _not_empty, "", _SCALAR)]
"""A text that is not blank."""
Duration: TypeAlias = Annotated[
    int, Slot("a duration", int, duration_ms, 1000, typed(spelled(r"^[0-9]+(\.[0-9]+)?(ms|s|m|h)$")))
]
Flag: TypeAlias = Annotated[
    bool, Slot("true or false", bool, flag, True, typed({"enum": [True, False, "true", "false"]}))
]
OnlyTrue: TypeAlias = Annotated[
    Literal[True], Slot("true", bool, only_true, True, typed({"enum": [True, "true"]}))
]
Count: TypeAlias = Annotated[
    int, Slot("a number", int, count, 1, typed({"type": "integer", "minimum": 0}, spelled("^[0-9]+$")))
]
WholeNumber: TypeAlias = Annotated[
    int, Slot("a whole number", int, whole_number, 1, typed({"type": "integer"}, spelled("^-?[0-9]+$")))
]
Position: TypeAlias = Annotated[
    int,
    Slot(
        "a position",
        int,
        position,
        1,
        typed({"type": "integer", "not": {"const": 0}}, spelled("^-?[1-9][0-9]*$")),
    ),
]
Status: TypeAlias = Annotated[
    int,
    Slot(
        "an HTTP status",
        int,
        status,
        200,
        typed({"type": "integer", "minimum": 100, "maximum": 599}, spelled("^[1-5][0-9]{2}$")),
    ),
]
Number: TypeAlias = Annotated[
    Decimal,
    Slot(
        "a number",
        Decimal,
        decimal,
        Decimal(0),
        typed({"type": "number"}, spelled(r"^-?[0-9]+(\.[0-9]+)?$")),
    ),
]
Fraction: TypeAlias = Annotated[
    float,
    Slot("a share", float, fraction, 0.0, typed({"type": "number"}, spelled(r"^[0-9]+(\.[0-9]+)?%?$"))),
]
Size: TypeAlias = Annotated[
    tuple[int, int], Slot("a size", tuple, size, (1280, 720), typed(spelled("^[0-9]+x[0-9]+$")))
]
Point: TypeAlias = Annotated[
    tuple[float, float], Slot("a point", tuple, point, (0.0, 0.0), typed(spelled(",")))
]
Name: TypeAlias = Annotated[str, Slot("a name", str, name, "name", spelled("^[A-Za-z_][A-Za-z0-9_]*$"))]
StepId: TypeAlias = Annotated[str, Slot("an id", str, step_id, "id", spelled("^[A-Za-z0-9][A-Za-z0-9._-]*$"))]
JsonPointer: TypeAlias = Annotated[str, Slot("a JSON Pointer", str, json_pointer, "", {"type": "string"})]
Pattern: TypeAlias = Annotated[
    str, Slot("a pattern", (str,), pattern, "", {"type": "string", "minLength": 1})
]
"""A regular expression, kept as text; used with `re.search` on folded text."""


class _AnyJson:
    """A JSON slot: any value, `null` too."""

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {}


JsonSlot: TypeAlias = Annotated[Json, _AnyJson()]
