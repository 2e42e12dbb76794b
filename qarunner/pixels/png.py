"""PNG bytes -> what can be told from their pixels; and masking before anything is written."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from qarunner.pixels import rows

if TYPE_CHECKING:
    from PIL import Image

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
    plain = rows.one_colour(data)
    return Picture(width, height, _decoded_one_colour(data) if plain is None else plain)


def _decoded_one_colour(data: bytes) -> bool:
    with _decoded(data) as image:
        pairs = [pair for pair in image.getextrema() if isinstance(pair, tuple)]
    return all(low == high for low, high in pairs)


def mask(data: bytes, boxes: Sequence[tuple[float, float, float, float]], scale: float = 1.0) -> bytes:
    """`data` with each box (x, y, width, height in CSS pixels) painted over, partly covered pixels too.
    `scale`: pixels of the picture for one CSS pixel. Raises NotAPicture."""
    from PIL import ImageDraw

    size(data)
    picture = _decoded(data)
    pen = ImageDraw.Draw(picture)
    for x, y, width, height in boxes:
        left, right = _span(x, width, scale, picture.width)
        top, bottom = _span(y, height, scale, picture.height)
        if left < right and top < bottom:
            pen.rectangle((left, top, right - 1, bottom - 1), fill=_MASK)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _decoded(data: bytes) -> Image.Image:
    """Only here Pillow is needed: most runs mask nothing."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise NotAPicture(str(error)) from error


def _span(start: float, length: float, scale: float, limit: int) -> tuple[int, int]:
    """First pixel and the one after the last. What is no number covers all."""
    if not (math.isfinite(start) and math.isfinite(length)):
        return 0, limit
    return max(0, math.floor(start * scale)), min(limit, math.ceil((start + length) * scale))
