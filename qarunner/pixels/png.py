"""PNG bytes -> what can be told from their pixels; and masking before anything is written."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw, UnidentifiedImageError

MAX_PIXELS: Final = 64_000_000
"""Larger pictures are not decoded (decompression bombs)."""

_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
_MASK: Final = (255, 0, 255)


class NotAPicture(ValueError):
    """The bytes are no PNG, or one that is too large to look at."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Size in pixels; `one_colour`: all pixels have the same colour."""

    width: int
    height: int
    one_colour: bool


def size(data: bytes) -> tuple[int, int]:
    """Width and height from the header alone, nothing decoded. Raises NotAPicture."""
    if len(data) < 24 or not data.startswith(_MAGIC) or data[12:16] != b"IHDR":
        raise NotAPicture("no PNG")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if width * height > MAX_PIXELS or not width or not height:
        raise NotAPicture(f"{width} x {height} pixels")
    return width, height


def look(data: bytes) -> Picture:
    """What the pixels say. Raises NotAPicture."""
    width, height = size(data)
    try:
        with Image.open(io.BytesIO(data)) as image:
            extrema = image.convert("RGB").getextrema()
    except (UnidentifiedImageError, OSError, SyntaxError) as error:
        raise NotAPicture(str(error)) from error
    pairs = [pair for pair in extrema if isinstance(pair, tuple)]
    return Picture(width, height, all(low == high for low, high in pairs))


def mask(data: bytes, boxes: Sequence[tuple[float, float, float, float]], scale: float = 1.0) -> bytes:
    """`data` with each box (x, y, width, height in CSS pixels) painted over. Raises NotAPicture."""
    size(data)
    try:
        with Image.open(io.BytesIO(data)) as image:
            picture = image.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError) as error:
        raise NotAPicture(str(error)) from error
    pen = ImageDraw.Draw(picture)
    for x, y, width, height in boxes:
        pen.rectangle(
            (x * scale, y * scale, max(x, x + width - 1) * scale, max(y, y + height - 1) * scale), fill=_MASK
        )
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
