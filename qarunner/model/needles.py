"""Searching a text for one secret in all its spellings, and putting placeholders in the places found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from qarunner.model.secret_forms import (
    BASE64_ALPHABET,
    Literal,
    beginnings,
    literals,
    loose_pattern,
    pieces,
)

Span = tuple[int, int, str]
"""Start, end, name of the secret."""

SHORT = 4
"""Secrets with fewer characters are replaced as a whole word only."""

CUT = 200
"""A text of this length may have been cut in the middle of a secret."""


@dataclass(frozen=True, slots=True, repr=False)
class Needle:
    """One secret, or one piece of a long one."""

    name: str
    value: str
    spellings: tuple[Literal, ...]

    def search(self, text: str, escaped: bool) -> Iterator[Span]:
        if not self.spellings:
            word = rf"(?<!\w){re.escape(self.value)}(?!\w)"
            yield from ((m.start(), m.end(), self.name) for m in re.finditer(word, text))
            return
        for spelling in self.spellings:
            start = text.find(spelling.text)
            while start >= 0:
                end = start + len(spelling.text)
                lead = spelling.lead and start > 0 and text[start - 1] in BASE64_ALPHABET
                trail = spelling.trail and end < len(text) and text[end] in BASE64_ALPHABET
                yield start - lead, end + trail, self.name
                start = text.find(spelling.text, end)
        if escaped or any(c.isspace() for c in self.value):
            yield from ((m.start(), m.end(), self.name) for m in _loose(self.value).finditer(text))

    def cut_off(self, text: str) -> Iterator[Span]:
        """The beginning of the secret at the very end of a long text, with or without an ellipsis."""
        if not self.spellings:
            return
        end = len(text) - text.endswith("…")
        longest = 0
        for spelling in _beginnings(self.value):
            for size in range(min(len(spelling) - 1, end), max(longest, SHORT - 1), -1):
                if text.startswith(spelling[:size], end - size):
                    longest = size
                    break
        if longest:
            yield end - longest, end, self.name


def needles(name: str, value: str) -> list[Needle]:
    if len(value) < SHORT:
        return [Needle(name, value, ())]
    return [Needle(name, piece, _spellings(piece)) for piece in pieces(value)]


@lru_cache(maxsize=512)
def _spellings(value: str) -> tuple[Literal, ...]:
    return tuple(literals(value))


@lru_cache(maxsize=512)
def _beginnings(value: str) -> tuple[str, ...]:
    return beginnings(value)


@lru_cache(maxsize=512)
def _loose(value: str) -> re.Pattern[str]:
    return loose_pattern(value)


def replaced(text: str, spans: list[Span]) -> str:
    """Overlapping places become one, named after the longest secret (it is found first)."""
    parts: list[str] = []
    done, last = 0, ""
    merged: list[Span] = []
    for start, end, name in sorted(spans, key=lambda span: span[0]):
        if merged and start < merged[-1][1]:
            first, until, kept = merged[-1]
            merged[-1] = (first, max(until, end), kept)
        else:
            merged.append((start, end, name))
    for start, end, name in merged:
        if start > done or name != last or not parts:
            parts += [text[done:start], f"[secret:{name}]"]
        done, last = end, name
    return "".join(parts) + text[done:]
