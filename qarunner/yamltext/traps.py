"""What people write in YAML and do not mean, each with the form that they do mean.

A trap is either a value that is no YAML (`culprits`), or one that is read as something else
(`comment_trap`, `extra_keys_hint` ...). The quoted form is computed from the text as written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from qarunner.yamltext.quoting import fold, quote, shown
from qarunner.yamltext.sloppy import ANALYSED, CLOSER, ITEM_KEY, items, matching
from qarunner.yamltext.tree import Mapping, Node, Scalar

_DEPTH = 12
_BEGINS = {
    "*": "begins an alias in YAML",
    "&": "begins an anchor in YAML",
    "!": "begins a tag in YAML",
    "|": "begins a block text in YAML",
    ">": "begins a block text in YAML",
    "#": "begins a comment",
    "{": "begins a mapping",
    "[": "begins a list",
}
_NO_COLON = re.compile(r"([A-Za-z_][\w-]*)(:?) ?([{\[].*[}\]])$")
_NO_BLANK = re.compile(r"([A-Za-z_][\w-]*):((?!//)[^\s:].*)$")
_NO_COMMA = re.compile(r"([^\n]*[^\s])\s*\n\s*[A-Za-z_][\w-]*:\s")
_COMMENT = re.compile(r" #(?:[\w$]|-(?!-))[^\n]*")


@dataclass(frozen=True, slots=True)
class Trap:
    """`start` and `end` enclose the mistake; `text` is the value that was evidently meant, None: unknown."""

    start: int
    end: int
    message: str
    fix: str
    text: str | None


Valid = Callable[[str, str], bool]
"""(value, "" or "{" or "[" for where it stands) -> can it be read there?"""


def culprits(value: str, at: int, within: str, valid: Valid, depth: int = 0) -> list[Trap]:
    """The smallest parts of a broken value that need quotes. `value` has no comments and no outer blanks."""
    if within and valid(value, within):
        return []
    found: list[Trap] = []
    if value[0] in "{[" and not value.startswith("{{") and len(value) < ANALYSED and depth < _DEPTH:
        mapping = value[0] == "{"
        closed = value.endswith(CLOSER[value[0]])
        if not closed and (matching(value, 0) > 0 or (within and not _like_collection(value))):
            return [_leaf(value, at, within)]
        body = value[1:-1] if closed else value[1:]
        for start, end in items(body, mapping):
            key = ITEM_KEY.match(body, start, end) if mapping else None
            first = key.end() if key else start
            if first < end:
                found += culprits(body[first:end], at + 1 + first, value[0], valid, depth + 1)
        if not closed and _like_collection(value):
            found.append(_unclosed(value, at))
    return found or [_leaf(value, at, within)]


def _like_collection(value: str) -> bool:
    return bool(ITEM_KEY.match(value, 1)) if value[0] == "{" else "," in value or value[1:2] in ("'", '"')


def _unclosed(value: str, at: int) -> Trap:
    name = "{" if value[0] == "{" else "["
    fix = f"close it: {fold(value)}{CLOSER[name]}"
    return Trap(at, at + len(value), f"‘{name}’ is not closed", fix, None)


def _leaf(value: str, at: int, within: str) -> Trap:
    end = at + len(value)
    text = fold(value)
    if text[0] in "'\"":
        return _quoted(text, at, end)
    missing = missing_colon(text)
    if missing and not within:
        return Trap(at, end, *missing, None)
    comma = _NO_COMMA.match(value) if within == "{" else None
    if comma:
        return Trap(at, end, f"the comma after {shown(comma[1])} is missing", f"write: {comma[1]},", None)
    fix = f"quote it: {quote(text)}"
    if text.startswith("{{"):
        fix += " (a declared value is written $name)"
    elif text[0] in "{[" and text.count(text[0]) > text.count(CLOSER[text[0]]):
        fix += f", or close it: {text}{CLOSER[text[0]]}"
    elif within and text[-1] == CLOSER[within] and CLOSER[within] not in text[:-1] and within not in text:
        fix += f", or remove one ‘{CLOSER[within]}’"
    return Trap(at, end, _why(text, within), fix, text)


def _why(text: str, within: str) -> str:
    first = text[0]
    if text.startswith("{{"):
        return "‘{{’ begins a mapping in a mapping"
    if first in "{[":
        opened = matching(text, 0) < 0
        return f"‘{first}’ {_BEGINS[first]}" + (
            ", and it is not closed" if opened else ", and more text follows"
        )
    if first in _BEGINS:
        return f"‘{first}’ {_BEGINS[first]}"
    if first in "@`%,]}" or (first in "?:" and within) or text[:2] in ("- ", "? ", ": ", "-", "?"):
        return f"‘{first}’ cannot begin a text without quotes"
    if ": " in text or text.endswith(":"):
        return "a text without quotes cannot hold ‘: ’"
    if " #" in text:
        return "‘ #’ begins a comment"
    if "\t" in text:
        return "a text without quotes cannot hold a tab"
    if within:
        odd = next((char for char in text if char in "{}[],"), "")
        if odd:
            return f"inside {{ }} and [ ] a text without quotes cannot hold ‘{odd}’"
    return f"{shown(text)} is no YAML"


def _quoted(text: str, at: int, end: int) -> Trap:
    mark = text[0]
    closed = len(text) > 1 and text[-1] == mark
    inner = text[1:-1] if closed else text[1:]
    early = re.search(r"""[^\s\\]"(?= )""" if mark == '"' else r"(?<![\s'])'(?= )", inner)
    if early and (not closed or inner.count(mark) % 2 == 0):
        message, meant = f"there is more text after the closing {mark}", text
    elif not closed:
        message, meant = f"the quote {mark} is not closed", inner
        if mark == '"' and "\\" not in inner:
            return Trap(at, end, message, f'close it: "{inner}"', inner)
        return Trap(at, end, message, f"close it: {quote(inner)}", inner)
    elif mark == "'":
        message, meant = "inside '...' a quote must be written twice", re.sub("''", "'", inner)
    elif re.search(r'(?<!\\)(?:\\\\)*"', inner):
        message, meant = 'inside "..." a quote must be written \\"', inner.replace('\\"', '"')
    else:
        escape = re.search(r"\\[^0abtnvfre \"/\\N_LPxuU\n]", inner)
        name = escape.group() if escape else "this"
        message, meant = f'‘{name}’ is no escape inside "..."', inner.replace('\\"', '"')
    return Trap(at, end, message, f"quote it: {quote(meant)}", meant)


def missing_colon(text: str) -> tuple[str, str] | None:
    """For `fill {label: x}` and `fill:{label: x}`: message and fix."""
    match = _NO_COLON.match(text)
    if not match:
        return None
    key, colon, rest = match.groups()
    what = "the blank" if colon else "the colon"
    return f"{what} after ‘{key}{colon}’ is missing", f"write: {key}: {rest}"


def missing_blank(text: str) -> tuple[str, str] | None:
    """For `as:foo`, not for `http://x`: message and fix."""
    match = _NO_BLANK.match(text)
    if not match:
        return None
    return f"the blank after ‘{match[1]}:’ is missing", f"write: {match[1]}: {match[2]}"


def comment_trap(rest: str) -> str:
    """What a comment cut off that reads as text (` #12`): one blank before `#`, none after. Else ""."""
    match = _COMMENT.match(rest)
    return match.group().rstrip() if match else ""


class HasSource(Protocol):
    def source_of(self, node: Node) -> str: ...


def hint_for(node: Node, reading: HasSource) -> str:
    """How to write a node that was meant as text: `quote it: '[data-testid=x]'`; "" when it is unknown."""
    source = reading.source_of(node)
    if not source or source.endswith("…"):
        return ""
    if isinstance(node, Scalar):
        missing = missing_blank(source) if node.plain else None
        return missing[1] if missing else f"quote it: {quote(source)}" if node.plain else ""
    if source.startswith("{{"):
        return f"quote it: {quote(source)} (a declared value is written $name)"
    if source[0] not in "{[" and not _one_pair(node):
        return ""
    return f"quote it: {quote(source)}"


def _one_pair(node: Node) -> bool:
    """`Price: 5` on one line."""
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return False
    value = node.entries[0][1]
    return isinstance(value, Scalar) and value.line == node.line
