"""PNG bytes: size, one colour (whatever the filters), and masks."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from qarunner.pixels import png
from qarunner.pixels.rows import one_colour

MODES = {0: "L", 2: "RGB", 4: "LA", 6: "RGBA"}


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(width: int, height: int, raw: bytes, kind: int = 2, depth: int = 8, pieces: int = 1) -> bytes:
    """A PNG with these filtered rows, in `pieces` IDAT chunks."""
    packed = zlib.compress(raw)
    step = len(packed) // pieces + 1
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    parts = [chunk(b"IDAT", packed[at : at + step]) for at in range(0, len(packed), step)]
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(parts) + chunk(b"IEND", b"")


def written(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def decoded(data: bytes) -> bool:
    """Are all pixels the same, says Pillow?"""
    with Image.open(io.BytesIO(data)) as image:
        extrema = image.getextrema()
    pairs = [pair if isinstance(pair, tuple) else extrema for pair in extrema]
    return all(low == high for low, high in pairs)


@settings(max_examples=400)
@given(
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from(sorted(MODES)),
    st.integers(1, 3),
    st.data(),
)
def test_any_filtered_rows_are_read_as_pillow_reads_them(
    width: int, height: int, kind: int, pieces: int, data: st.DataObject
) -> None:
    size = len(MODES[kind])
    values = st.sampled_from([0, 1, 7, 128, 255])
    raw = b"".join(
        bytes([data.draw(st.integers(0, 4))])
        + bytes(data.draw(st.lists(values, min_size=width * size, max_size=width * size)))
        for _ in range(height)
    )
    made = picture(width, height, raw, kind, pieces=pieces)
    assert one_colour(made) is decoded(made)


@pytest.mark.parametrize("first", range(5))
@pytest.mark.parametrize("second", range(5))
def test_one_colour_in_every_filter(first: int, second: int) -> None:
    base, half, zero = bytes([9, 200, 255]), bytes([5, 100, 128]), bytes(3)
    top = [base * 3, base + zero * 2, base * 3, base + half * 2, base + zero * 2][first]
    below = [base * 3, base + zero * 2, zero * 3, half + zero * 2, zero * 3][second]
    made = picture(3, 2, bytes([first]) + top + bytes([second]) + below)
    assert decoded(made)
    assert png.look(made) == png.Picture(3, 2, one_colour=True)


def test_one_pixel_that_differs_is_seen() -> None:
    image = Image.new("RGB", (300, 200), (1, 2, 3))
    assert png.look(written(image)).one_colour
    image.putpixel((299, 199), (1, 2, 4))
    assert not png.look(written(image)).one_colour


def test_kinds_that_are_not_read_row_by_row_are_decoded() -> None:
    image = Image.new("P", (5, 5), 3)
    assert one_colour(written(image)) is None
    assert png.look(written(image)).one_colour


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a" + bytes(30),
        picture(0, 5, b""),
        picture(60_000, 60_000, b"\0"),
        written(Image.new("RGB", (50, 50), "red"))[:60],
    ],
)
def test_what_is_no_whole_png_is_refused(data: bytes) -> None:
    with pytest.raises(png.NotAPicture):
        png.look(data)


def coloured(data: bytes) -> set[tuple[int, int]]:
    with Image.open(io.BytesIO(data)) as image:
        rgb = image.convert("RGB")
        return {
            (x, y)
            for x in range(rgb.width)
            for y in range(rgb.height)
            if rgb.getpixel((x, y)) == (255, 0, 255)
        }


def test_masks_cover_pixels_that_they_touch_in_part() -> None:
    masked = png.mask(written(Image.new("RGB", (10, 10))), [(1.5, 2.0, 2.0, 1.0)])
    assert coloured(masked) == {(x, 2) for x in (1, 2, 3)}


def test_masks_on_a_dense_display() -> None:
    masked = png.mask(written(Image.new("RGB", (10, 10))), [(1, 1, 2, 1)], scale=2)
    assert coloured(masked) == {(x, y) for x in (2, 3, 4, 5) for y in (2, 3)}


def test_masks_outside_of_the_picture_do_nothing() -> None:
    assert not coloured(png.mask(written(Image.new("RGB", (5, 5))), [(-20, -20, 5, 5), (50, 0, 5, 5)]))


def test_a_page_that_lies_about_a_place_hides_all() -> None:
    assert len(coloured(png.mask(written(Image.new("RGB", (5, 5))), [(float("nan"), 0, 1, 5)]))) == 25
