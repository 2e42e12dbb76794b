"""The scripts in `page/` put together, and how facts come out of a page.

Looks run in the browser driver's own JavaScript world, where nothing that a page overrides (`JSON`,
`Array.prototype.map`, `getComputedStyle`) is seen. A selector engine of ours is the way in: it gathers the
elements that a locator found, and gives back one element outside of the document whose text is what was seen.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from playwright.async_api import ElementHandle, Error, Frame, Playwright
from playwright.async_api import Locator as Found

_PARTS: Final = ("text", "names", "visible", "covered", "facts", "engine", "watch")
_GIVEN: Final = "answer, byText, byLabel, textInsteadOfName, watch, sightings"


def _page_js() -> str:
    folder = files("qarunner.capture").joinpath("page")
    body = "\n".join(folder.joinpath(f"{part}.js").read_text("utf-8") for part in _PARTS)
    return f"const qa = (() => {{\n{body}\nreturn {{ {_GIVEN} }};\n}})();"


PAGE_JS: Final = _page_js()
"""Defines `qa`."""

TEXT_ENGINE: Final = "qatext"
"""Innermost elements by their rendered text."""

LABEL_ENGINE: Final = "qalabel"
"""Controls by their accessible name."""

SELF_ENGINE: Final = "qaself"
"""The element itself, when it has no name and its text is the one asked for."""

FACTS_ENGINE: Final = "qafacts"

_ENGINES: Final = {
    TEXT_ENGINE: "return qa.byText(root, JSON.parse(selector));",
    LABEL_ENGINE: "return qa.byLabel(root, JSON.parse(selector));",
    SELF_ENGINE: "return qa.textInsteadOfName(root, JSON.parse(selector)) ? [root] : [];",
    FACTS_ENGINE: "return qa.answer(root, selector);",
}


def _engine(body: str) -> str:
    return (
        f"(() => {{ {PAGE_JS}\n"
        f"const queryAll = (root, selector) => {{ {body} }};\n"
        "return { queryAll, query: (root, selector) => queryAll(root, selector)[0] || null }; })()"
    )


async def register_engines(playwright: Playwright) -> None:
    """Teach this driver process our engines. Must come before the first context."""
    for name, body in _ENGINES.items():
        await playwright.selectors.register(name, script=_engine(body), content_script=True)


def engine(name: str, argument: Mapping[str, Any]) -> str:
    """A selector of one of our engines."""
    return f"{name}={json.dumps(argument)}"


_tokens = itertools.count(1)


async def facts_of(frame: Frame, found: Found, want: Mapping[str, Any], ms: float) -> dict[str, Any]:
    """What is to be seen of all elements of `found` now. Raises playwright Error."""
    token = str(next(_tokens))
    gather = found.locator(engine(FACTS_ENGINE, {"call": "gather", "token": token}))
    tell = frame.locator(engine(FACTS_ENGINE, {"call": "facts", "token": token, **want}))
    told: dict[str, Any] = json.loads(await gather.or_(tell).text_content(timeout=ms) or "{}")
    return told


async def fact_of(handle: ElementHandle, attributes: Sequence[str] = ()) -> dict[str, Any]:
    """What is to be seen of one element. Raises playwright Error."""
    told: dict[str, Any] = await _of_handle(handle, {"call": "fact", "attributes": list(attributes)})
    return told


async def hit_of(handle: ElementHandle, x: float, y: float) -> dict[str, Any]:
    """What the pointer meets at a point of the viewport of the element's frame. Raises playwright Error."""
    told: dict[str, Any] = await _of_handle(handle, {"call": "hit", "point": [x, y]})
    return told


async def tickable(handle: ElementHandle) -> tuple[ElementHandle, tuple[float, float] | None]:
    """What a person clicks to tick a box, and where: the box itself, else its label."""
    found = await handle.query_selector(engine(FACTS_ENGINE, {"call": "tickable"})) or handle
    if not await found.evaluate("(e) => e.tagName === 'LABEL'"):
        return found, None
    x, y = await _of_handle(found, {"call": "free"})
    return found, (x, y)


async def _of_handle(handle: ElementHandle, want: Mapping[str, Any]) -> Any:
    told = await handle.query_selector(engine(FACTS_ENGINE, want))
    if told is None:
        raise Error("the element is not attached")
    return json.loads(await told.text_content() or "null")


async def shows_password_field(frame: Frame, ms: float) -> bool:
    """Raises playwright Error."""
    asked = frame.locator(engine(FACTS_ENGINE, {"call": "password"}))
    return await asked.text_content(timeout=ms) == "true"
