"""How texts are compared: NFC, white space folded, invisible characters removed (DESIGN §4)."""

from __future__ import annotations

import re
import unicodedata

_SPACE = re.compile(r"[\s\u00a0\u202f]+")
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff]")


def fold(text: str) -> str:
    """`text` as it is compared: NFC, all white space folded to one blank and trimmed, no soft hyphens."""
    return _SPACE.sub(" ", _INVISIBLE.sub("", unicodedata.normalize("NFC", text))).strip()


def same(expected: str, actual: str, *, exact: bool | None = None) -> bool:
    """Whole and case-sensitive after folding; `exact=True` compares code points, `exact=False` loosely
    (case-insensitive, a part suffices: Playwright's loose match)."""
    if exact:
        return expected == actual
    if exact is False:
        return fold(expected).casefold() in fold(actual).casefold()
    return fold(expected) == fold(actual)


def one_line(text: str, limit: int = 200) -> str:
    """`text` on one line, cut at `limit` characters with an ellipsis."""
    line = fold(text)
    return line if len(line) <= limit else line[: limit - 1] + "…"
