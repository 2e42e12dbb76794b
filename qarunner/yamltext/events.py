"""The YAML library, seen as a stream of plain events. No other module knows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ruamel.yaml import YAML
from ruamel.yaml import events as _ev
from ruamel.yaml.error import MarkedYAMLError, YAMLError

DEPTH_LIMIT = 40

Kind = Literal["document", "scalar", "alias", "mapping", "sequence", "end", "other"]
_KINDS: dict[type, Kind] = {
    _ev.DocumentStartEvent: "document",
    _ev.ScalarEvent: "scalar",
    _ev.AliasEvent: "alias",
    _ev.MappingStartEvent: "mapping",
    _ev.SequenceStartEvent: "sequence",
    _ev.MappingEndEvent: "end",
    _ev.SequenceEndEvent: "end",
}
_LIBRARY_BUGS = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    NotImplementedError,
    OverflowError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Event:
    """`start` and `end` are indices into the text; `style` is one of `'`, `"`, `|`, `>`, and "" for plain."""

    kind: Kind
    start: int
    end: int
    value: str = ""
    style: str = ""
    flow: bool = False
    anchor: str = ""
    tagged: bool = False


class Unreadable(Exception):
    """The text is no YAML from `index` on; `context` is where the broken thing began, -1 if unknown."""

    def __init__(self, index: int, context: int, problem: str) -> None:
        super().__init__(problem)
        self.index = index
        self.context = context
        self.problem = problem


TOO_DEEP = "too deep"


def events(text: str) -> Iterator[Event]:
    """Events of a text, YAML 1.2. Raises `Unreadable`, also with TOO_DEEP."""
    depth = 0
    last = 0
    try:
        for raw in YAML(typ="safe", pure=True).parse(text):
            event = _plain(raw)
            last = event.end
            if event.kind in ("mapping", "sequence"):
                depth += 1
                if depth > DEPTH_LIMIT:
                    raise Unreadable(event.start, -1, TOO_DEEP)
            elif event.kind == "end":
                depth -= 1
            yield event
    except MarkedYAMLError as error:
        index = _index(error.problem_mark, last)
        raise Unreadable(
            index, _index(error.context_mark, -1), str(error.problem or error.context)
        ) from error
    except YAMLError as error:
        raise Unreadable(last, -1, str(error)) from error
    except _LIBRARY_BUGS as error:
        raise Unreadable(last, -1, f"{type(error).__name__}: {error}") from error


def parses(text: str) -> bool:
    try:
        for _ in events(text):
            pass
    except Unreadable:
        return False
    return True


def _plain(raw: Any) -> Event:
    kind = _KINDS.get(type(raw), "other")
    start, end = raw.start_mark.index, raw.end_mark.index
    if kind == "scalar":
        return Event(
            kind, start, end, raw.value, raw.style or "", False, raw.anchor or "", raw.ctag is not None
        )
    if kind in ("mapping", "sequence"):
        return Event(kind, start, end, "", "", bool(raw.flow_style), raw.anchor or "", raw.ctag is not None)
    if kind == "alias":
        return Event(kind, start, end, raw.anchor)
    return Event(kind, start, end)


def _index(mark: Any, otherwise: int) -> int:
    return otherwise if mark is None else int(mark.index)
