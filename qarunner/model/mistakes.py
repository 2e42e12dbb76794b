"""Mistakes in written values: what is wrong and how to write it, collected from pydantic's errors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic_core import InitErrorDetails, PydanticCustomError, ValidationError

from qarunner.model.text import one_line


def mistake(kind: str, message: str, fix: str = "") -> PydanticCustomError:
    """A mistake of `kind` `unknown_key`, `missing`, `type` or `value`, on one line."""
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
