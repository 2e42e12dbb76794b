"""What must not be seen in a picture: password fields of all frames, and the locators of the flow's `mask:`.

Boxes are in CSS pixels of the page's viewport.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, TypeAlias

from playwright.async_api import ElementHandle, Error, Frame, Locator, Page

Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height."""

_FIELDS: Final = """() => {
  const out = [];
  const go = (root) => { for (const e of root.querySelectorAll("*")) {
    if (e.tagName === "INPUT" && e.type === "password") {
      const r = e.getBoundingClientRect();
      if (r.width && r.height) out.push([r.left, r.top, r.width, r.height]);
    }
    if (e.shadowRoot) go(e.shadowRoot);
  } };
  go(document);
  return out;
}"""


async def hidden_boxes(page: Page, masks: Sequence[Locator]) -> list[Box]:
    """Where they are now. Raises playwright Error when the main frame is being replaced."""
    main = await page.main_frame.evaluate(_FIELDS)
    found: list[Box] = [(float(x), float(y), float(w), float(h)) for x, y, w, h in main]
    frames = [frame for frame in page.frames if frame is not page.main_frame]
    for boxes in await asyncio.gather(*(_in_frame(frame) for frame in frames)):
        found += boxes
    for locator in masks:
        found += await _boxes(await locator.element_handles())
    return found


async def _in_frame(frame: Frame) -> list[Box]:
    try:
        if not await frame.evaluate(_FIELDS):
            return []
        return await _boxes(await frame.query_selector_all("input[type=password]"))
    except Error:
        return []  # a frame that went away shows nothing


async def _boxes(handles: Sequence[ElementHandle]) -> list[Box]:
    found = []
    for handle in handles:
        box = await handle.bounding_box()
        if box:
            found.append((box["x"], box["y"], box["width"], box["height"]))
    return found


def swept(before: Sequence[Box], after: Sequence[Box]) -> list[Box] | None:
    """Boxes that cover all that moved from `before` to `after`, and as much again on each side; None when
    they are not the same things."""
    if len(before) != len(after):
        return None
    found = []
    for (x, y, w, h), (x2, y2, w2, h2) in zip(before, after, strict=True):
        dx, dy = abs(x2 - x) + abs(w2 - w), abs(y2 - y) + abs(h2 - h)
        left, top = min(x, x2) - dx, min(y, y2) - dy
        found.append((left, top, max(x + w, x2 + w2) + dx - left, max(y + h, y2 + h2) + dy - top))
    return found
