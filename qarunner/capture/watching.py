"""The observer in the page: short-lived elements are seen by it, not by polling."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, Frame

from qarunner.capture.pagejs import PAGE_JS
from qarunner.capture.patience import within
from qarunner.model.locator import NAMELESS_ROLES, Locator

SIGHTINGS: Final = "() => {" + PAGE_JS + "\nreturn qa.sightings(); }"
"""What the observer saw so far, as a page function."""


def watch_key(locator: Locator) -> str:
    """What tells two watches apart."""
    return json.dumps(spec_of(locator), sort_keys=True, ensure_ascii=False)


def spec_of(locator: Locator) -> dict[str, Any]:
    """A locator as the observer understands it. Roles and names are its own, simpler computation."""
    return {
        "by": locator.by,
        "role": locator.role,
        "value": locator.value,
        "exact": locator.exact,
        "nameless": locator.role in NAMELESS_ROLES,
        "has_text": locator.has_text,
        "name_matches": locator.name_matches,
        "column": locator.column,
        "inside": spec_of(locator.inside) if locator.inside else None,
    }


def script(locators: Sequence[Locator]) -> str:
    """A script that begins to watch for `locators` in the document it runs in."""
    watches = json.dumps([{**spec_of(one), "key": watch_key(one)} for one in locators])
    return "(() => {" + PAGE_JS + f"\nqa.watch({watches});" + "})()"


async def watch_context(context: BrowserContext, locators: Sequence[Locator]) -> None:
    """From the start of every document of `context`."""
    if locators:
        await context.add_init_script(script(locators))


async def watch_frames(frames: Sequence[Frame], locators: Sequence[Locator]) -> None:
    """From now on in documents that are already there."""
    for frame in frames if locators else ():
        try:
            await within(frame.evaluate(script(locators)), 1.0)
        except (Error, TimeoutError):
            continue  # this frame is on its way out
