"""In which spellings a secret can turn up: as it is, percent-, JSON-, HTML-, hex- or base64-encoded.

Encoders differ in what they leave alone, so nothing is listed that can be said a character at a time:
`loose_pattern` accepts every character in any of its spellings, mixed at will and nested (`%2540`,
`\\\\u0040`, `&amp;quot;`). Base64 is searched by the part that the secret alone decides, in its three
alignments. All repetitions are bounded: a hostile text cannot make the search slow.
"""

from __future__ import annotations

import base64
import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import quote, quote_plus

BASE64_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
_PERCENT = "%(?:25){0,4}"
_SLASHES = r"(?:\\|%(?:25){0,4}5[cC]){0,7}"
_SLASH = r"(?:\\|%(?:25){0,4}5[cC]){1,8}"
_AMPS = "(?:amp;|#0{0,4}38;|#[xX]0{0,4}26;){0,3}"
_NAMED = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}
_SHORT_ESCAPES = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}
_NO_FILE_NAME = re.compile(r'[\x00-\x1f\x7f"~*/:<>?\\|]')
_SPACES = " \t\n\r\u00a0"
"""White space in any of these may stand for any other: forms and rendering fold it."""
_PIECE = 32
"""Longer secrets are searched in pieces of this many characters: a part that leaks is found too."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A text to search for. `lead`/`trail`: one more base64 character there holds bits of the secret."""

    text: str
    lead: bool = False
    trail: bool = False


def pieces(value: str) -> list[str]:
    """`value` cut into parts of 32 to 63 characters (whole when shorter)."""
    if len(value) < 2 * _PIECE:
        return [value]
    cuts = [*range(0, len(value) - _PIECE + 1, _PIECE), len(value)]
    parts = (value[a:b].strip() for a, b in pairwise(cuts))
    return [part for part in parts if len(part) >= 4]


def spellings(value: str) -> list[str]:
    """`value` as Unicode writes it: as given, composed, decomposed."""
    forms = (value, unicodedata.normalize("NFC", value), unicodedata.normalize("NFD", value))
    return list(dict.fromkeys(forms))


def literals(value: str) -> list[Literal]:
    """What can be searched as a plain text: the value, its hex, its base64 in all alignments."""
    found: dict[str, Literal] = {}
    for form in spellings(value):
        found.setdefault(form, Literal(form))
        digits = _bytes(form).hex()
        found.setdefault(digits, Literal(digits))
        found.setdefault(digits.upper(), Literal(digits.upper()))
        for name in _file_names(form):
            found.setdefault(name, Literal(name))
        with suppress(UnicodeEncodeError):  # as bytes that are no UTF-8
            latin = form.encode("latin-1").decode("utf-8", "surrogateescape")
            found.setdefault(latin, Literal(latin))
    for fragment in base64_fragments(value):
        found.setdefault(fragment.text, fragment)
        urlsafe = fragment.text.replace("+", "-").replace("/", "_")
        found.setdefault(urlsafe, Literal(urlsafe, fragment.lead, fragment.trail))
    return list(found.values())


def beginnings(value: str) -> tuple[str, ...]:
    """The spellings of which a text may hold but the beginning, because it was cut there."""
    safe = _bytes(value)
    written = (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1])
    encoded = (quote(safe, safe=""), quote(safe, safe="!~*'()"), quote_plus(safe), html.escape(value))
    found = [*spellings(value), *written, *encoded, *(literal.text for literal in literals(value))]
    return tuple(dict.fromkeys(found))


def _file_names(value: str) -> Iterator[str]:
    """What browsers make of `value` in the name of a file."""
    for other in "_-":
        name = _NO_FILE_NAME.sub(other, value)
        if name != value and sum(char != other for char in name) >= 4:
            yield name


def base64_fragments(value: str) -> Iterator[Literal]:
    """The characters of base64 that `value` alone decides, whatever stands before and after it."""
    for inner in dict.fromkeys(_encoded_first(value)):
        data = _bytes(inner)
        for before in range(3):
            bits = 8 * (before + len(data))
            first, last = -(-8 * before // 6), bits // 6
            text = base64.b64encode(b"\0" * before + data + b"\0\0\0").decode()[first:last]
            if len(text) >= 4:
                yield Literal(text, lead=before > 0, trail=bits % 6 != 0)


def _encoded_first(value: str) -> Iterator[str]:
    """What programs feed to base64: the value or a JSON, URL or HTML text with it."""
    for form in spellings(value):
        yield form
        yield json.dumps(form)[1:-1]
        yield json.dumps(form, ensure_ascii=False)[1:-1]
        safe = form.encode("utf-8", "surrogatepass")
        yield quote(safe, safe="")
        yield quote(safe, safe="!~*'()")
        yield quote_plus(safe)
        yield html.escape(form)


def loose_pattern(value: str) -> re.Pattern[str]:
    """Finds `value`, each character in any spelling, and its base64 where `+` and `/` are encoded."""
    forms = [_spelled(form) for form in spellings(value)]
    for fragment in base64_fragments(value):
        if "+" in fragment.text or "/" in fragment.text:
            lead = "[A-Za-z0-9+/_-]?" if fragment.lead else ""
            forms.append(lead + "".join(_base64_char(c) for c in fragment.text) + "[A-Za-z0-9+/_-]?")
    return re.compile("|".join(forms))


def _base64_char(char: str) -> str:
    if char not in "+/":
        return char
    other = "[- ]" if char == "+" else "_"
    return f"(?:{_char(char)}|{other})"


def _spelled(value: str) -> str:
    runs = re.findall(r"\s+|\\+|.", value, re.DOTALL)
    return "".join(_run(run) for run in runs)


def _run(run: str) -> str:
    if run.isspace():
        return _any([r"\s", r"\+", "&nbsp;", *map(_char, dict.fromkeys(_SPACES + run))]) + "{1,16}"
    if run[0] == "\\":
        one = rf"(?:\\u005[cC]|\\|{_PERCENT}5[cC]|&{_AMPS}#(?:0{{0,4}}92|[xX]0{{0,4}}5[cC]);)"
        return one + f"{{{len(run)},{8 * len(run)}}}"
    return _char(run)


def _char(char: str) -> str:
    """One character: percent, backslash and entity spellings first, then itself. Each alternative begins
    with a fixed character, which lets `re` skip quickly through a text."""
    code = ord(char)
    octets = "".join(_PERCENT + _hex(byte, 2) for byte in _bytes(char))
    units = char.encode("utf-16-be", "surrogatepass")
    escapes = [_SLASH.join("u" + _hex(n, 4) for n in _units(units))]
    escapes += [r"u\{0{0,4}" + _hex(code, 1) + r"\}"]
    if code < 0x100:
        escapes.append("x" + _hex(code, 2))
    if char in _SHORT_ESCAPES:
        escapes.append(_SHORT_ESCAPES[char])
    elif not char.isalnum():
        escapes += [re.escape(char), octets]
    names = [rf"#0{{0,4}}{code};?", r"#[xX]0{0,4}" + _hex(code, 1) + ";?"]
    if char in _NAMED:
        names.append(_NAMED[char] + ";")
    entity = _AMPS + _any(names)
    escape = _any([*escapes, "u0026" + entity])
    slashed = _SLASHES + escape
    forms = [octets, f"{_PERCENT}5[cC]{slashed}", f"{_PERCENT}26{entity}", r"\\" + slashed, "&" + entity]
    if 0x80 <= code < 0x100:
        forms.append(_PERCENT + _hex(code, 2))
    return _any([*forms, re.escape(char)])


def _any(forms: Iterable[str]) -> str:
    return "(?:" + "|".join(forms) + ")"


def _hex(number: int, width: int) -> str:
    digits = f"{number:0{width}x}"
    return "".join(f"[{d}{d.upper()}]" if d.isalpha() else d for d in digits)


def _units(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
