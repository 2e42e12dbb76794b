"""The entries of a mapping that has been read: unique scalar keys with values, or diagnostics."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from qarunner.errors import Diagnostic
from qarunner.yamltext.quoting import fold, quote, shown
from qarunner.yamltext.source import Source
from qarunner.yamltext.traps import missing_blank
from qarunner.yamltext.tree import Node, Scalar

_BRACKET_IN_KEY = re.compile(r"([A-Za-z_][\w-]*)(:?) ?[{\[]")


@dataclass(frozen=True, slots=True)
class Key:
    node: Node
    start: int
    end: int
    told: int
    """So many diagnostics were there when it had been read."""


@dataclass(frozen=True, slots=True)
class Entry:
    key: Key
    value: Node
    start: int
    end: int
    valueless: bool
    """There is no colon behind the key."""


Finished = tuple[tuple[tuple[Scalar, Node], ...], list[Diagnostic], list[int]]


def finished(entries: list[Entry], flow: bool, source: Source, text: str) -> Finished:
    """(entries that can be used, what is wrong with the others, lines that cannot be trusted)."""
    kept: list[tuple[Scalar, Node]] = []
    told: list[Diagnostic] = []
    broken: list[int] = []
    seen: dict[str, Scalar] = {}
    at = 0
    while at < len(entries):
        entry = entries[at]
        at += 1
        key = entry.key.node
        if entry.valueless and flow and isinstance(key, Scalar):
            blank = missing_blank(key.text) if key.plain else None
            if blank:
                told.append(source.tell(entry.key.start, *blank))
                name, value = key.text.split(":", 1)
                entry = replace(
                    entry, valueless=False, value=Scalar(value, True, key.line, key.column + len(name) + 1)
                )
                key = replace(key, text=name)
            else:
                first = at - 1
                while at < len(entries) and entries[at].valueless:
                    at += 1
                told.append(_extra(entries, first, at, kept, source, text, broken))
                continue
        problem = _refused(entry, key, source, text)
        if problem:
            told.append(problem)
            broken.append(source.place(entry.key.start)[0])
        elif isinstance(key, Scalar):
            if key.text in seen:
                first_line = seen[key.text].line
                where = "above on this line" if first_line == key.line else f"in line {first_line}"
                told.append(
                    source.tell(
                        entry.key.start,
                        f"{shown(key.text)} stands here twice; the first is {where}",
                        "remove one of the two",
                    )
                )
            else:
                seen[key.text] = key
                kept.append((key, entry.value))
    return tuple(kept), told, broken


def _extra(
    entries: list[Entry],
    first: int,
    end: int,
    kept: list[tuple[Scalar, Node]],
    source: Source,
    text: str,
    broken: list[int],
) -> Diagnostic:
    """Keys without values: mostly the rest of a text that holds commas, which is then put together again."""
    key = entries[first].key
    assert isinstance(key.node, Scalar)
    before = entries[first - 1] if first else None
    if before and kept and kept[-1][1] is before.value and isinstance(before.value, Scalar):
        whole = fold(text[before.start : entries[end - 1].key.end])
        if before.value.plain and not before.value.empty:
            value = replace(before.value, text=source.written(whole), plain=False)
            kept[-1] = (kept[-1][0], value)
            return source.tell(
                key.start,
                f"{shown(key.node.text)} is a key without a value: in {{ }} a comma ends a text",
                f"quote it: {quote(whole)}",
            )
    broken.append(key.node.line)
    return source.tell(
        key.start,
        f"{shown(key.node.text)} is a key without a value",
        f"write ‘{key.node.text}: ’ and a value, or put the whole text in quotes",
    )


def _refused(entry: Entry, key: Node, source: Source, text: str) -> Diagnostic | None:
    at = entry.key.start
    if not isinstance(key, Scalar):
        return source.tell(
            at, "a list or mapping cannot be a key", f"quote it: {quote(fold(text[at : entry.key.end]))}"
        )
    if text[at : at + 1] == "*":
        return source.tell(at, "an alias cannot be a key", f"quote it: {quote(key.text)}")
    if key.empty:
        return source.tell(at, "there is no key before ‘:’", "write the key, or put the text in quotes")
    if entry.valueless:
        return source.tell(at, f"the colon after {shown(key.text)} is missing", f"write: {key.text}:")
    if key.plain and key.text == "<<":
        return source.tell(at, "‘<<’ is a YAML merge key; flow files have none", "write the keys out here")
    bracket = _BRACKET_IN_KEY.match(key.text) if key.plain else None
    if bracket:
        what = "the blank" if bracket[2] else "the colon"
        end = text.find("\n", at)
        rest = text[at + bracket.end() - 1 : end if end >= 0 else len(text)].split(" #")[0].rstrip()
        return source.tell(
            at, f"{what} after ‘{bracket[1]}{bracket[2]}’ is missing", f"write: {bracket[1]}: {rest}"
        )
    return None
