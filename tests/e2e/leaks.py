"""Where a secret lies in plain sight or in a spelling that anybody can read."""

from __future__ import annotations

import base64
import html
import json
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus

PNG = b"\x89PNG\r\n\x1a\n"


def spellings(secret: str) -> set[bytes]:
    """`secret` as text, and base64-, percent-, hex-, JSON- and HTML-encoded, also nested."""
    data = secret.encode()
    found = {
        secret,
        quote(secret),
        quote(secret, safe=""),
        quote(quote(secret, safe=""), safe=""),
        quote_plus(secret),
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        json.dumps(json.dumps(secret))[1:-1],
        json.dumps(quote(secret, safe=""))[1:-1],
        html.escape(secret),
        "".join(f"&#{ord(c)};" for c in secret),
        "".join(f"\\u{ord(c):04x}" for c in secret),
        data.hex(),
        data.hex().upper(),
    }
    for before in range(3):  # the part of base64 that the secret alone decides, wherever it stands
        whole = base64.b64encode(b"\0" * before + data + b"\0\0\0").decode()
        part = whole[-(-8 * before // 6) : 8 * (before + len(data)) // 6]
        if len(part) >= 6:
            found |= {part, part.replace("+", "-").replace("/", "_"), quote(part, safe="")}
    return {form.encode() for form in found} | {secret.encode("utf-16-le"), secret.encode("utf-16-be")}


def readable(path: Path) -> Iterator[bytes]:
    """The bytes of a file; of a PNG all chunks but the pixels, unpacked."""
    data = path.read_bytes()
    if not data.startswith(PNG):
        yield data
        return
    at = len(PNG)
    while at + 12 <= len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind != b"IDAT":
            yield kind + body
            if kind == b"zTXt" and b"\0" in body:
                yield zlib.decompress(body[body.index(b"\0") + 2 :])
        at += 12 + size
    yield data[at:]


def leaks(folder: Path, secret: str) -> list[str]:
    """Files below `folder` with `secret` in any spelling (or in their name), and what stands around it."""
    forms = spellings(secret)
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        texts = [name.encode("utf-8", "surrogateescape"), *(readable(path) if path.is_file() else ())]
        for text in texts:
            places = [at for form in forms if (at := text.find(form)) >= 0]
            found += [f"{name}: {text[max(at - 60, 0) : at + 60]!r}" for at in places]
    return found


def said(text: str, secret: str) -> list[str]:
    """Places in printed text with `secret` in any spelling."""
    return [repr(form) for form in spellings(secret) if form in text.encode("utf-8", "surrogateescape")]


def words(folder: Path, word: str) -> list[str]:
    """For secrets of up to three characters: where they stand as a word of their own."""
    pattern = re.compile(rb"(?<![0-9A-Za-z_])" + re.escape(word.encode()) + rb"(?![0-9A-Za-z_])")
    return [
        f"{path.name}: {text[max(m.start() - 60, 0) : m.end() + 60]!r}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for text in readable(path)
        for m in pattern.finditer(text)
    ]
