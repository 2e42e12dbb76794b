"""Are all pixels of a PNG the same? Told from the filtered rows, up to the first that says no.

A screenshot of a page says no within its first rows: that takes a fraction of a millisecond, decoding all of
it takes ten.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

_BYTES: Final = {0: 1, 2: 3, 4: 2, 6: 4}
"""Colour type -> bytes a pixel, at 8 bits a channel."""

_READ: Final = 1 << 16


def one_colour(data: bytes) -> bool | None:
    """None when the picture is of a kind that is not read here (palette, 16 bits, interlaced), or broken."""
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    depth, kind, *rest = data[24:29]
    if depth != 8 or kind not in _BYTES or any(rest):
        return None
    size = _BYTES[kind]
    base = b""
    try:
        for number, row in enumerate(_rows(data, width * size + 1, height)):
            method, pixels = row[0], row[1:]
            if not number:
                # above the first row all is zero: with every filter its first pixel is as written
                base = pixels[:size]
            if method > 4:
                return None
            if pixels != _uniform(method, base, width, first=not number):
                return False
    except (zlib.error, ValueError):
        return None
    return True


def _uniform(method: int, base: bytes, width: int, *, first: bool) -> bytes:
    """How a row that holds nothing but `base`, below such a row, is written with this filter."""
    zeros = bytes(len(base))
    half = bytes(value - value // 2 for value in base)
    match method:
        case 0:
            return base * width
        case 1:
            return base + zeros * (width - 1)
        case 2:
            return base * width if first else zeros * width
        case 3:
            return base + half * (width - 1) if first else half + zeros * (width - 1)
        case _:
            return (base if first else zeros) + zeros * (width - 1)


def _rows(data: bytes, length: int, height: int) -> Iterator[bytes]:
    """The filtered rows, decompressed piece by piece. Raises ValueError, zlib.error when they are broken."""
    inflate = zlib.decompressobj()
    have = bytearray()
    given = 0
    for piece in _pieces(data):
        waiting = piece
        while waiting and given < height:
            have += inflate.decompress(waiting, max(_READ, length))
            waiting = inflate.unconsumed_tail
            while len(have) >= length and given < height:
                yield bytes(have[:length])
                del have[:length]
                given += 1
    if given < height:
        raise ValueError("rows are missing")


def _pieces(data: bytes) -> Iterator[bytes]:
    """The contents of the IDAT chunks. Raises ValueError when a chunk is cut."""
    place = 8
    while place + 12 <= len(data):
        length, kind = int.from_bytes(data[place : place + 4], "big"), data[place + 4 : place + 8]
        if place + 12 + length > len(data):
            raise ValueError("a chunk is cut")
        if kind == b"IDAT":
            yield data[place + 8 : place + 8 + length]
        place += 12 + length
