"""The slots for addresses, requests and colours."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from qarunner.model.mistakes import SlotError
from qarunner.model.slots import spelled, typed
from qarunner.model.urls import MethodPath, is_full_url
from qarunner.model.written import Slot


def path_pattern(text: str) -> str:
    if not (text.startswith(("/", "*", "?", "#")) or is_full_url(text)) or any(c.isspace() for c in text):
        fix = (
            f"write /{text}"
            if re.fullmatch(r"[\w.-]+(/[\w.-]*)*", text)
            else "it begins with / or with http://"
        )
        raise SlotError(f"`{text}` is no PATH", fix)
    return text


def method_path(text: str) -> MethodPath:
    found = re.fullmatch(r"([A-Z]{3,10}|\*) +(\S+)", text)
    if not found:
        upper = re.fullmatch(r"([A-Za-z]{3,10}) +(\S+)", text)
        fix = (
            f"write {upper[1].upper()} {upper[2]}"
            if upper
            else "write a method and a PATH, like POST /api/orders"
        )
        raise SlotError(f"`{text}` is no METHOD and PATH", fix)
    return MethodPath(method=found[1], path=path_pattern(found[2]))


def color(text: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise SlotError(f"`{text}` is no colour", "write it like '#ff8800', with quotes")
    return text.lower()


PathPattern: TypeAlias = Annotated[
    str,
    Slot("a PATH", (str,), path_pattern, "/", typed(spelled(r"^([/*?#]|[A-Za-z][A-Za-z0-9+.-]*://)\S*$"))),
]
Request: TypeAlias = Annotated[
    MethodPath,
    Slot(
        "a METHOD and a PATH",
        MethodPath,
        method_path,
        MethodPath(method="GET", path="/"),
        typed(spelled(r"^([A-Z]{3,10}|\*) +\S+$")),
    ),
]
Color: TypeAlias = Annotated[
    str, Slot("a colour", (str,), color, "#000000", typed(spelled("^#[0-9a-fA-F]{6}$")))
]
