"""From a locator to the elements it finds.

Roles, labels and attributes are found by Playwright's own engines (accessible names as the browser
knows them); texts, what is rendered and what a person can see are told by `page/*.js`. Names are given to
Playwright as patterns, so that both sides fold texts alike.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final, Literal

from playwright.async_api import Error, Frame
from playwright.async_api import Locator as Found

from qarunner.capture.pagejs import LABEL_ENGINE, SELF_ENGINE, TEXT_ENGINE, engine, facts_of
from qarunner.model.locator import NAMELESS_ROLES, Locator
from qarunner.model.observation import Box, ElementSeen, Match
from qarunner.model.text import fold

LOOK_MS: Final = 2_000
"""How long one look may wait for a document that is just being replaced."""


class BadSelector(Exception):
    """The browser cannot read a css, xpath or pattern of the flow."""


class NoContainer(Exception):
    """The `frame` or `in` of a locator was not there, or not unique."""

    def __init__(self, what: Literal["frame", "in"], *, ambiguous: bool) -> None:
        super().__init__(what)
        self.what, self.ambiguous = what, ambiguous


@dataclass(frozen=True, slots=True)
class Candidate:
    """One element: its place in the Playwright locator, and what was seen of it."""

    at: int
    match: Match


@dataclass(frozen=True, slots=True)
class Candidates:
    """All elements that fit, in document order; `all` is capped, `total` and `shown` are not."""

    found: Found
    all: tuple[Candidate, ...]
    total: int
    shown: int

    @property
    def visible(self) -> tuple[Candidate, ...]:
        return tuple(c for c in self.all if c.match.visible)


_MARKS = r"\u00ad\u061c\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff"
_SKIP = rf"[{_MARKS}]*"
_SPACE = rf"(?:[\s\u00a0\u202f{_MARKS}]+)"
_EDGE = rf"[\s\u00a0\u202f{_MARKS}]*"


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
    body = _slashes("".join(parts))
    return re.compile(body, re.IGNORECASE) if exact is False else re.compile(f"^{_EDGE}{body}{_EDGE}$")


def _slashes(pattern: str) -> str:
    """Playwright writes a pattern between slashes: those in it must be escaped."""
    return re.sub(r"(\\.)|/", lambda m: m[1] or r"\/", pattern)


def _mode(exact: bool | None) -> str:
    return "exact" if exact else "loose" if exact is False else "same"


def _by_role(scope: Frame | Found, locator: Locator) -> Found:
    """By accessible name; for roles that take no name from their content, an element without one is
    compared by its text."""
    role: Any = locator.role
    if locator.name_matches is not None:
        name = re.compile(_slashes(locator.name_matches))
        want = {"pattern": locator.name_matches}
    elif locator.value is not None:
        name = name_pattern(locator.value, locator.exact)
        want = {"text": locator.value, "mode": _mode(locator.exact)}
    else:
        return scope.get_by_role(role)
    named = scope.get_by_role(role, name=name)
    if role not in NAMELESS_ROLES:
        return named
    return named.or_(scope.get_by_role(role).locator(engine(SELF_ENGINE, want)))


def base_locator(scope: Frame | Found, locator: Locator) -> Found:
    value, exact = locator.value, locator.exact
    if locator.by == "role":
        return _by_role(scope, locator)
    if locator.by == "label":
        want = (
            {"pattern": locator.name_matches}
            if locator.name_matches is not None
            else {"text": value or "", "mode": _mode(exact)}
        )
        return scope.locator(engine(LABEL_ENGINE, want))
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
            return scope.locator(engine(TEXT_ENGINE, {"text": value, "mode": _mode(exact)}))


def match_of(raw: dict[str, Any], index: int) -> Match:
    """The plain value of what the page told; password values are never handed on."""
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
        text=raw["text"],
        value=value,
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
    want = {
        "attributes": list(attributes),
        "column": fold(locator.column) if locator.column else "",
        "has_text": locator.has_text or "",
        "nth": locator.nth or 0,
    }
    try:
        told = await facts_of(frame, found, want, LOOK_MS)
    except Error as error:
        if is_bad_selector(error):
            raise BadSelector(error.message.splitlines()[0]) from error
        raise
    chosen = tuple(Candidate(raw["index"], match_of(raw, i)) for i, raw in enumerate(told["facts"]))
    return Candidates(found, chosen, told["total"], told["visible"])


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
    """The observation: visible matches come first when there are too many, numbers are told in full."""
    return ElementSeen(matches=tuple(c.match for c in found.all), total=found.total, visible=found.shown)
