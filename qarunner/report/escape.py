"""Text that a page controls, made fit for one place where it is shown. It becomes one line of at most
200 characters in which nothing is hidden and nothing commands; one function a place.

No result may stand first on a line: callers put a word of their own before it.
"""

from __future__ import annotations

import re

LIMIT = 200

_SPACE = re.compile(r"[ \t\n\r\f\v]+")
# What the eye cannot see or what turns the line about: controls, bidi marks, zero-width and tag
# characters, separators, surrogates, private use, fillers. Written out, because the tables of Python
# grow with its version and a report must not.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\uf8ff\ufe00-\ufe0e\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff\U000110bd\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~&]")
_LINKED = re.compile(r"://|@|(?<=#)(?=\d)|(?<=\bGH-)(?=\d)|(?<=\bwww)(?=\.)", re.IGNORECASE)
_NO_CODE = re.compile(r"[`|]|<!--|-->|##\[")
_JOINT = "&#8203;"
"""A zero-width space as an entity: a reader does not see it, GitHub makes no link or mention across it."""


def plain(text: str, limit: int = LIMIT) -> str:
    """`text` on one line, white space folded, hidden characters as `\\xNN`, `\\uNNNN` or `\\UNNNNNNNN`,
    cut to `limit` characters with an ellipsis (never inside such an escape)."""
    line = _SPACE.sub(" ", text).strip(" ")
    if len(line) <= limit and not _HIDDEN.search(line):
        return line
    shown = [_HIDDEN.sub(_spelled, char) for char in line[: limit + 1]]
    if sum(map(len, shown)) <= limit:
        return "".join(shown)
    room = limit - 1
    kept: list[str] = []
    for piece in shown:
        if len(piece) > room:
            break
        room -= len(piece)
        kept.append(piece)
    return "".join(kept) + "…"


def markdown(text: str, limit: int = LIMIT) -> str:
    """For running text and table cells: every mark of Markdown and HTML is escaped, `@name`, `#1`, `GH-1`,
    URLs and mail addresses stay words."""
    escaped = _LINKED.sub(_unlinked, plain(text, limit))
    return _MARKUP.sub(r"\\\g<0>", escaped).replace("\0", _JOINT).replace("$", "&#36;")


def code(text: str, limit: int = LIMIT) -> str:
    """For a value that is shown as it is: a code span, or, when the value could end one, quoted text."""
    line = plain(text, limit)
    if not line:
        return "(empty)"
    if _NO_CODE.search(line):
        return f"“{markdown(line, limit)}”"
    return f"`{line}`"


def terminal(text: str, limit: int = LIMIT) -> str:
    """For a terminal, which may be the log of GitHub Actions: no escape sequence survives, and a line that
    consists of nothing else is no workflow command."""
    line = plain(text, limit).replace("##[", "## [")
    return f": {line[1:]}" if line.startswith("::") else line


def github(text: str, limit: int = LIMIT) -> str:
    """For the log of GitHub Actions, also as the message of a workflow command: `::error::`, `##[group]`
    and `%0A` stay words."""
    line = plain(text, limit).replace("::", ": :").replace("::", ": :").replace("##[", "## [")
    return line.replace("%", "%25")


def github_property(text: str, limit: int = LIMIT) -> str:
    """For `file=` and `title=` of a workflow command."""
    return github(text, limit).replace(":", "%3A").replace(",", "%2C")


def _spelled(match: re.Match[str]) -> str:
    point = ord(match.group())
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _unlinked(match: re.Match[str]) -> str:
    found = match.group()
    return {"://": ":\0//", "@": "@\0"}.get(found, found + "\0")
