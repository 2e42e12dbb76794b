"""Finding the parts of a value that may be broken YAML: by what the author evidently meant, not by the rules.

A bracket or quote counts as structure only where a value begins, and only when its partner is there.
All functions take and give indices into the text they are handed.
"""

from __future__ import annotations

import re

_AFTER_QUOTE = re.compile(r"\s*(?:[,}\]:]|$|\s#)")
_NEXT_KEY = re.compile(r"""\s*(?:$|(?:[\w$<][^,:{}\[\]\n]*|"[^"]*"|'[^']*'):(?:\s|$))""")
ITEM_KEY = re.compile(
    r"""\s*(?:[^\s,:{}\[\]"'@`%&*!|>#?][^,:{}\[\]\n]*:(?=\s|$)|(?:"[^"]*"|'[^']*')\s*:)\s*"""
)
_TIGHT = re.compile(r"[\w$-](?!--)")
ANALYSED = 4000
"""Characters: longer values are not looked into."""
CLOSER = {"{": "}", "[": "]"}


def closing_quote(text: str, start: int) -> int:
    """The quote that evidently ends the text that the quote at `start` began; -1 if there is none."""
    quote = text[start]
    at = start + 1
    while (at := text.find(quote, at)) >= 0:
        if quote == "'" and text.startswith("''", at) and not _AFTER_QUOTE.match(text, at + 1):
            at += 2
            continue
        escaped = quote == '"' and (at - len(text[start + 1 : at].rstrip("\\")) - start - 1) % 2 == 1
        if not escaped and _AFTER_QUOTE.match(text, at + 1):
            return at
        at += 1
    return -1


def matching(text: str, start: int) -> int:
    """The bracket that evidently closes the one at `start`; -1 if there is none."""
    stack = [CLOSER[text[start]]]
    loose = 0
    fresh = True
    at = start + 1
    while at < len(text):
        char = text[at]
        if char in " \n":
            at += 1
            continue
        if fresh and char in "\"'" and (end := closing_quote(text, at)) >= 0:
            at, fresh = end + 1, False
            continue
        if char in "{[":
            if fresh:
                stack.append(CLOSER[char])
            else:
                loose += 1
        elif char in "}]":
            if loose:
                loose -= 1
            elif char == stack[-1]:
                stack.pop()
                if not stack:
                    return at
            fresh = False
        else:
            fresh = char == "," or (char == ":" and text[at + 1 : at + 2] in ("", " ", "\n"))
        at += 1
    return -1


def items(body: str, mapping: bool) -> list[tuple[int, int]]:
    """The entries between brackets; `body` is without them. A comma in a mapping counts before a key only."""
    found: list[tuple[int, int]] = []
    start = at = 0
    fresh = True
    while at < len(body):
        char = body[at]
        if char in " \n":
            at += 1
            continue
        if fresh and char in "\"'" and (end := closing_quote(body, at)) >= 0:
            at, fresh = end + 1, False
            continue
        if fresh and char in "{[" and (end := matching(body, at)) >= 0:
            at, fresh = end + 1, False
            continue
        fresh = char == ":" and body[at + 1 : at + 2] in ("", " ", "\n")
        if char == "," and (not mapping or _NEXT_KEY.match(body, at + 1)):
            found.append((start, at))
            start, fresh = at + 1, True
        at += 1
    found.append((start, len(body)))
    return [(a, b) for a, b in (_stripped(body, a, b) for a, b in found) if a < b]


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \n":
        start += 1
    while end > start and text[end - 1] in " \n":
        end -= 1
    return start, end


def comment_in(line: str, alone: bool) -> int:
    """Where the comment of a value begins, len(line) if there is none.

    `#` with one blank before and none after it is text; and so is any inside brackets of a value that is
    `alone` on its line and closed behind it.
    """
    if len(line) > ANALYSED:
        return len(line)
    quoted_to = -1
    for match in re.finditer(r"""(?:^|(?<=[:,{\[] ))["']|(?:^|(?<=[ \t]))#""", line):
        at = match.start()
        if at < quoted_to:
            continue
        if line[at] != "#":
            quoted_to = closing_quote(line, at) + 1
            continue
        before, after = line[:at], line[at + 1 :]
        opened = line[:1] in ("{", "[") and sum(map(before.count, "{[")) > sum(map(before.count, "}]"))
        if opened and alone and any(closer in after for closer in "}]"):
            continue
        tight = _TIGHT.match(after) and before[-2:-1] not in (" ", "\t")
        if not tight or (line[:1] in ("{", "[") and not opened):
            return at
    return len(line)


def without_comments(value: str) -> str:
    """The value with blanks in place of its comments."""
    lines = value.split("\n")
    cut = [(line, comment_in(line, len(lines) == 1)) for line in lines]
    return "\n".join(line[:at] + " " * (len(line) - at) for line, at in cut)
