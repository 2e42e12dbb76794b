"""`$name` in written values: which names a value needs, and the value with them replaced.

`$name` is `$` and a name (`[A-Za-z_][A-Za-z0-9_]*`), `$$` is a dollar, `$` before anything else is itself.
In a JSON slot the mapping `{"$": TEXT}` stands for a plain scalar with a reference: it is replaced first
and then read as a JSON scalar, so that `id: $id` can become a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from qarunner.errors import FlowDefect
from qarunner.model.base import Json

_REFERENCE = re.compile(r"\$(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<dollar>\$)|(?P<lone>))")
_JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_JSON_WORDS: Mapping[str, Json] = {"true": True, "false": False, "null": None}

READ_AS_JSON = "$"
"""The only key of a mapping that stands for "replace, then read as a JSON scalar"."""


def references(text: str) -> tuple[str, ...]:
    """The names that `text` refers to, in order, each once."""
    return tuple(dict.fromkeys(m["name"] for m in _REFERENCE.finditer(text) if m["name"]))


def all_references(written: Json) -> tuple[str, ...]:
    """The names that a written value refers to anywhere, in order, each once."""
    found: dict[str, None] = {}
    if isinstance(written, str):
        found.update(dict.fromkeys(references(written)))
    elif isinstance(written, list):
        for item in written:
            found.update(dict.fromkeys(all_references(item)))
    elif isinstance(written, dict):
        for item in written.values():
            found.update(dict.fromkeys(all_references(item)))
    return tuple(found)


def as_text(value: Json) -> str:
    """A value as it stands in a text: texts as they are, all else as compact JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_scalar(text: str) -> Json:
    """What a plain scalar means in a JSON slot: `true`, `false`, `null`, a JSON number, else the text."""
    if text in _JSON_WORDS:
        return _JSON_WORDS[text]
    if len(text) <= 400 and _JSON_NUMBER.fullmatch(text):
        number: Json = json.loads(text)
        return number
    return text


def substitute_text(text: str, values: Mapping[str, Json]) -> str:
    """`text` with all references replaced. Raises FlowDefect for an undeclared name."""

    def replace(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None:
            return "$"
        if name not in values:
            raise FlowDefect(
                f"${name} has no value here", "declare it under vars, or write $$ for a dollar sign"
            )
        return as_text(values[name])

    return _REFERENCE.sub(replace, text)


def substitute(written: Json, values: Mapping[str, Json]) -> Json:
    """`written` with all references in its texts replaced; keys stay. Raises FlowDefect, see above."""
    if isinstance(written, str):
        return substitute_text(written, values)
    if isinstance(written, list):
        return [substitute(item, values) for item in written]
    if isinstance(written, dict):
        marked = written.get(READ_AS_JSON)
        if len(written) == 1 and isinstance(marked, str):
            return _json_after(marked, values)
        return {key: substitute(item, values) for key, item in written.items()}
    return written


def _json_after(text: str, values: Mapping[str, Json]) -> Json:
    """The JSON value of a plain scalar with references; one lone reference keeps the type of its value."""
    names = references(text)
    if len(names) == 1 and text == f"${names[0]}":
        value = values.get(names[0])
        if value is not None and not isinstance(value, str):
            return value
    return json_scalar(substitute_text(text, values))


def inline(written: Json, texts: Mapping[str, str]) -> Json:
    """`written` with the names of `texts` replaced by *written* texts, which may hold references themselves;
    other references and `$$` stay as they are. This is how `use` hands its arguments in."""

    def replace(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None:
            return "$$"
        return _escaped(texts[name]) if name in texts else found.group()

    if isinstance(written, str):
        return _REFERENCE.sub(replace, written)
    if isinstance(written, list):
        return [inline(item, texts) for item in written]
    if isinstance(written, dict):
        return {key: inline(item, texts) for key, item in written.items()}
    return written


def _escaped(text: str) -> str:
    """A written text in which no `$` can join with what follows it."""
    return _REFERENCE.sub(lambda found: found.group() if found["name"] else "$$", text)


def literal(text: str) -> str:
    """`text` as it must be written so that substitution gives it back."""
    return text.replace("$", "$$")


def resolve(declared: Mapping[str, str], given: Mapping[str, Json]) -> dict[str, Json]:
    """The values of declared variables: each may refer to `given` values and to variables before it."""
    values: dict[str, Json] = dict(given)
    for name, written in declared.items():
        values[name] = substitute_text(written, values)
    return values
