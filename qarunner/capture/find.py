"""From a locator to the elements it finds.

Roles, labels and attributes are found by Playwright's own engines (accessible names as the browser
knows them); texts, what is rendered and what a person can see are told by `page.js`. Names are given to
Playwright as patterns, so that both sides fold texts alike.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from playwright.async_api import Error, Frame, Playwright
from playwright.async_api import Locator as Found

from qarunner.model.locator import NAMELESS_ROLES, Locator
from qarunner.model.observation import Box, ElementSeen, Match
from qarunner.model.text import fold, same

PAGE_JS: Final = files("qarunner.capture").joinpath("page.js").read_text("utf-8")

TEXT_ENGINE: Final = "qatext"
_ENGINE_JS: Final = (
    "(() => {"
    + PAGE_JS
    + """
  return {
    query(root, selector) { return qa.byText(root, JSON.parse(selector))[0] || null; },
    queryAll(root, selector) { return qa.byText(root, JSON.parse(selector)); },
  };
})()"""
)

MAX_MATCHES: Final = 200
"""How many matches an observation keeps (their number is told in full)."""

MAX_TEXT: Final = 4_000
"""Longest text of one match in an observation."""

Missing: TypeAlias = Literal["", "frame", "in"]


def js(body: str) -> str:
    """A page function with `qa` at hand: `js("qa.facts(elements, arg)")`."""
    return "(elements, arg) => {" + PAGE_JS + "\nreturn " + body + ";\n}"


FACTS_JS: Final = js("qa.facts(elements, arg)")
FACT_JS: Final = js("qa.facts([elements], {attributes: arg || []}).facts[0]")
"""The facts of one element handle; the argument are names of attributes."""


SELF_ENGINE: Final = "qaself"
_SELF_JS: Final = (
    "(() => {"
    + PAGE_JS
    + """
  return {
    query(root, selector) { return qa.textInsteadOfName(root, JSON.parse(selector)) ? root : null; },
    queryAll(root, selector) { return qa.textInsteadOfName(root, JSON.parse(selector)) ? [root] : []; },
  };
})()"""
)


async def register_engines(playwright: Playwright) -> None:
    """Teach this driver process our two engines. Must come before the first context."""
    await playwright.selectors.register(TEXT_ENGINE, script=_ENGINE_JS, content_script=True)
    await playwright.selectors.register(SELF_ENGINE, script=_SELF_JS, content_script=True)


class BadSelector(Exception):
    """The browser cannot read a css, xpath or pattern of the flow."""


class NoContainer(Exception):
    """The `frame` or `in` of a locator was not there, or not unique."""

    def __init__(self, what: Literal["frame", "in"], *, ambiguous: bool) -> None:
        super().__init__(what)
        self.what, self.ambiguous = what, ambiguous


@dataclass(frozen=True, slots=True)
class Candidate:
    """One element: its place in the Playwright locator, what was seen of it, and raw facts."""

    at: int
    match: Match
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Candidates:
    """All elements that fit, in document order."""

    found: Found
    all: tuple[Candidate, ...]
    total: int

    @property
    def visible(self) -> tuple[Candidate, ...]:
        return tuple(c for c in self.all if c.match.visible)


_SKIP = "[\u00ad\u200b\u2060\ufeff]*"
_SPACE = r"(?:[\s\u00a0\u202f\u00ad\u200b\u2060\ufeff]+)"
_EDGE = r"[\s\u00a0\u202f\u00ad\u200b\u2060\ufeff]*"


def name_pattern(value: str, exact: bool | None) -> re.Pattern[str]:
    """A pattern that fits the names which `value` means: whole after folding, or loosely."""
    parts = []
    for character in fold(value):
        if character == " ":
            parts.append(_SPACE)
            continue
        spellings = {character, unicodedata.normalize("NFD", character)}
        one = "|".join(re.escape(s) for s in sorted(spellings, key=len, reverse=True))
        parts.append((f"(?:{one})" if len(spellings) > 1 else one) + _SKIP)
    body = "".join(parts)
    return re.compile(body, re.IGNORECASE) if exact is False else re.compile(f"^{_EDGE}{body}{_EDGE}$")


def _mode(exact: bool | None) -> str:
    return "exact" if exact else "loose" if exact is False else "same"


def _by_role(scope: Frame | Found, locator: Locator) -> Found:
    """By accessible name; for roles that take no name from their content, an element without one is
    compared by its text."""
    role: Any = locator.role
    if locator.name_matches is not None:
        name = re.compile(locator.name_matches)
        want = {"pattern": locator.name_matches}
    elif locator.value is not None:
        name = name_pattern(locator.value, locator.exact)
        want = {"text": locator.value, "mode": _mode(locator.exact)}
    else:
        return scope.get_by_role(role)
    named = scope.get_by_role(role, name=name)
    if role not in NAMELESS_ROLES:
        return named
    return named.or_(scope.get_by_role(role).locator(f"{SELF_ENGINE}={json.dumps(want)}"))


def base_locator(scope: Frame | Found, locator: Locator) -> Found:
    value, exact = locator.value, locator.exact
    if locator.by == "role":
        return _by_role(scope, locator)
    if locator.by == "label":
        pattern = (
            re.compile(locator.name_matches) if locator.name_matches else name_pattern(value or "", exact)
        )
        return scope.get_by_label(pattern)
    if value is None:
        raise BadSelector(f"`{locator.by}` needs a value")
    match locator.by:
        case "placeholder":
            return scope.get_by_placeholder(name_pattern(value, exact))
        case "alt":
            return scope.get_by_alt_text(name_pattern(value, exact))
        case "title":
            return scope.get_by_title(name_pattern(value, exact))
        case "testid":
            return scope.get_by_test_id(value)
        case "css":
            return scope.locator(f"css={value}")
        case "xpath":
            return scope.locator(f"xpath={value}")
        case _:
            return scope.locator(f"{TEXT_ENGINE}={json.dumps({'text': value, 'mode': _mode(exact)})}")


def _fits(locator: Locator, raw: dict[str, Any]) -> bool:
    """What Playwright's engines leave open."""
    if locator.by == "label" and not raw["control"]:
        return False
    if locator.has_text is not None and not same(locator.has_text, raw["text"], exact=False):
        return False
    return bool(raw["column"])


def match_of(raw: dict[str, Any], index: int) -> Match:
    """The plain value of what page.js told; password values are never handed on."""
    value = raw["value"]
    if raw["password"] and value:
        value = "•" * len(value)
    return Match(
        index=index,
        visible=raw["visible"],
        hidden_because=raw["hidden_because"][:300],
        tag=raw["tag"],
        role=raw["role"],
        name=raw["name"],
        text=raw["text"][:MAX_TEXT],
        value=value[:MAX_TEXT] if value is not None else None,
        disabled=raw["disabled"],
        checked=raw["checked"],
        focused=raw["focused"],
        attributes=raw["attributes"],
        box=Box(**raw["box"]),
    )


async def frame_of(frame: Frame, locator: Locator) -> Frame:
    """The frame in which `locator` looks. Raises NoContainer."""
    for outer in locator.frame:
        found = await candidates(frame, outer)
        shown = found.visible
        if len(shown) != 1:
            raise NoContainer("frame", ambiguous=len(shown) > 1)
        handle = await found.found.nth(shown[0].at).element_handle(timeout=1_000)
        inner = await handle.content_frame()
        if inner is None:
            raise NoContainer("frame", ambiguous=False)
        frame = inner
    return frame


async def candidates(frame: Frame, locator: Locator, attributes: tuple[str, ...] = ()) -> Candidates:
    """All elements of `frame` that fit `locator`. Raises NoContainer, BadSelector, playwright Error."""
    frame = await frame_of(frame, locator)
    scope: Frame | Found = frame
    if locator.inside is not None:
        outer = await candidates(frame, locator.inside)
        shown = outer.visible
        if len(shown) != 1:
            raise NoContainer("in", ambiguous=len(shown) > 1)
        scope = outer.found.nth(shown[0].at)
    found = base_locator(scope, locator)
    want = {"attributes": list(attributes), "column": fold(locator.column) if locator.column else ""}
    try:
        told = await found.evaluate_all(FACTS_JS, want)
    except Error as error:
        if is_bad_selector(error):
            raise BadSelector(error.message.splitlines()[0]) from error
        raise
    fitting = [raw for raw in told["facts"] if _fits(locator, raw)]
    chosen = tuple(Candidate(raw["index"], match_of(raw, i), raw) for i, raw in enumerate(fitting))
    if locator.nth is not None:
        chosen = _nth(chosen, locator.nth)
    return Candidates(found, chosen, len(chosen))


def _nth(chosen: tuple[Candidate, ...], nth: int) -> tuple[Candidate, ...]:
    """Visible matches are numbered: 1 is the first, -1 the last."""
    shown = [c for c in chosen if c.match.visible]
    at = nth - 1 if nth > 0 else len(shown) + nth
    return (shown[at],) if 0 <= at < len(shown) else ()


def is_bad_selector(error: Error) -> bool:
    text = error.message
    return any(
        words in text
        for words in (
            "is not a valid selector",
            "Unexpected token",
            "is not a valid XPath",
            "Invalid regular expression",
            "Unknown engine",
            "while parsing",
        )
    )


def seen_of(found: Candidates) -> ElementSeen:
    """The observation: visible matches first come, capped, numbers in full."""
    shown = found.visible
    kept = [*shown[:MAX_MATCHES], *(c for c in found.all if not c.match.visible)][:MAX_MATCHES]
    kept.sort(key=lambda c: c.at)
    return ElementSeen(matches=tuple(c.match for c in kept), total=found.total, visible=len(shown))
