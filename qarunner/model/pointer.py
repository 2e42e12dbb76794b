"""JSON Pointer (RFC 6901): `/items/0/id`."""

from __future__ import annotations

from qarunner.model.base import Json


class NoSuchValue(ValueError):
    """The pointer leads to nothing."""


def at_pointer(value: Json, pointer: str) -> Json:
    """The part of `value` at `pointer`; "" is the whole. Raises NoSuchValue."""
    if pointer == "":
        return value
    for part in pointer.removeprefix("/").split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isascii() and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            raise NoSuchValue(f"the answer has nothing at {pointer}")
    return value
