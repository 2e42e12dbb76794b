"""The entries of a YAML text seen by lines and indentation alone, so that it works on broken text too."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PREFIX = re.compile(r"(?:--- +| *)((?:-(?: +|$))*)")
_KEY = re.compile(
    r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s'"#{}\[\],&*!|>%@`?:-]|[-?](?=\S))[^:'"{}\[\]]*):(?=\s|$)"""
)
_BLOCK = re.compile(r"[|>][-+1-9]{0,2}\s*(?:\s#.*)?$")
_MARKER = re.compile(r"(?:---|\.\.\.)(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One `- key: value`. Lines count from 0; `column` is where the key (else the last dash, else the value)
    begins, `value` where the value begins (-1: none on this line); it ends with the line `last`.
    """

    line: int
    last: int
    column: int
    value: int
    dash: int
    """Column of the last dash, -1 if none."""
    key: str
    block: bool
    """The value is a block text (`|`, `>`)."""


def outline(lines: list[str]) -> list[Entry]:
    found: list[Entry] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if _skipped(line) or line.rstrip() in ("---", "..."):
            at += 1
            continue
        entry = _entry(lines, at)
        found.append(entry)
        at = entry.last + 1
    return found


def looks_like_entry(line: str) -> bool:
    """Begins with `- ` or `key:`."""
    prefix = _PREFIX.match(line)
    assert prefix
    return bool(prefix[1]) or bool(_KEY.match(line, prefix.end()))


def column_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def deeper_until(lines: list[str], at: int) -> int:
    """The last line that belongs to line `at`: what is indented deeper, and a list right below a key."""
    column = column_of(lines[at])
    dash = lines[at].lstrip().startswith("- ")
    last = at
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if not line.strip():
            continue
        own = column_of(line)
        if own > column or (own == column and not dash and line.lstrip().startswith("- ")):
            last = number
        else:
            break
    return last


def _entry(lines: list[str], at: int) -> Entry:
    line = lines[at]
    prefix = _PREFIX.match(line)
    assert prefix
    begin = prefix.end()
    dash = line.rindex("-", 0, begin) if prefix[1] else -1
    key = _KEY.match(line, begin)
    value = len(line) - len(line[key.end() if key else begin :].lstrip(" \t"))
    text = line[value:]
    column = begin if key else dash if dash >= 0 else begin
    name = key.group()[:-1] if key else ""
    if not text or text.startswith("#"):
        return Entry(at, at, column, -1, dash, name, False)
    block = bool(_BLOCK.match(text))
    least = column if key or dash >= 0 else column - 1
    last = (
        _end_of_block(lines, at, least)
        if block
        else _end_of_value(lines, at, least, text, bool(name) or dash >= 0)
    )
    return Entry(at, last, column, value, dash, name, block)


def _end_of_block(lines: list[str], at: int, least: int) -> int:
    last = at
    for number in range(at + 1, len(lines)):
        if lines[number].strip():
            if column_of(lines[number]) <= least:
                break
            last = number
    return last


def _end_of_value(lines: list[str], at: int, least: int, text: str, named: bool) -> int:
    """Lines that are indented deeper; while a bracket or quote is open also others that are no entry."""
    last = at
    open_ = _Open(text)
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if not line.strip():
            continue
        entry_like = looks_like_entry(line)
        deeper = column_of(line) > least and (named or bool(open_) or not entry_like)
        closes = line.lstrip()[0] in "}]"
        if _MARKER.match(line) or not (deeper or (open_ and (closes or not entry_like))):
            break
        if _skipped(line) and not open_:
            continue
        last = number
        open_.add(line)
    return last


class _Open:
    """Is a bracket or quote open after these lines? Roughly: counts brackets, and quotes if one is first."""

    def __init__(self, text: str) -> None:
        self._quote = text[0] if text[0] in "'\"" else ""
        self._count = 0
        self._counts = text[0] in "{["
        self.add(text)

    def add(self, line: str) -> None:
        if self._counts:
            self._count += sum(map(line.count, "{[")) - sum(map(line.count, "}]"))
        if self._quote and line.count(self._quote) % 2:
            self._count = 0 if self._count else 1

    def __bool__(self) -> bool:
        return self._count > 0


def _skipped(line: str) -> bool:
    stripped = line.strip()
    return not stripped or stripped.startswith("#")
