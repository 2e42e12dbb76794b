"""Texts in quotes, as they have to stand in a YAML file."""

from __future__ import annotations

import re

_NEEDS_ESCAPE = re.compile(
    "[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", '"': '\\"', "\\": "\\\\"}
_WHITE = re.compile(r"[ \t]*\n\s*")


def quote(text: str) -> str:
    """The YAML form that is read back as exactly `text`, on one line: '...', or "..." where it must be."""
    if not _NEEDS_ESCAPE.search(text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + re.sub(r'["\\]|' + _NEEDS_ESCAPE.pattern, _escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    if char in _NAMED:
        return _NAMED[char]
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def fold(text: str) -> str:
    """The text on one line: each line break and the blanks around it become one blank."""
    return _WHITE.sub(" ", text.strip(" \t\n"))


def shown(text: str, most: int = 40) -> str:
    """For messages: on one line, without unprintable characters, at most `most` characters, in ‘ ’."""
    line = "".join(char if char.isprintable() else "�" for char in fold(text))
    return f"‘{line[: most - 1]}…’" if len(line) > most else f"‘{line}’"
