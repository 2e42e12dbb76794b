"""`appeared: true`: it was visible at some moment of the window, however short."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import ElementSeen, Judged
from qarunner.model.slots import Flag, OnlyTrue, Pattern, SomeText, Text
from qarunner.model.text import same
from qarunner.steps.expect.base import ElementCondition, not_visible, quoted
from qarunner.steps.expect.contains import has_part
from qarunner.steps.expect.matches import is_found
from qarunner.steps.expect.texts import listed


class Appeared(ElementCondition):
    """Seen in the window by the observer in the page, or visible now; `text`, `contains` and `matches` beside
    it are about the text at that moment."""

    key: ClassVar[str] = "appeared"
    extras: ClassVar[tuple[str, ...]] = ("text", "contains", "matches")
    many: ClassVar[bool] = True
    takes_exact: ClassVar[bool] = True

    appeared: OnlyTrue
    text: Text | None = None
    contains: SomeText | None = None
    matches: Pattern | None = None
    exact: Flag | None = None

    def describe(self) -> str:
        parts = ["appeared"]
        if self.text is not None:
            parts.append(f"text {quoted(self.text)}")
        if self.contains is not None:
            parts.append(f"text that contains {quoted(self.contains)}")
        if self.matches is not None:
            parts.append(f"text like /{self.matches}/")
        return ", ".join(parts)

    def fits(self, text: str) -> bool:
        return (
            (self.text is None or same(self.text, text, exact=self.exact))
            and (self.contains is None or has_part(self.contains, text, exact=self.exact))
            and (self.matches is None or is_found(self.matches, text))
        )

    def judge_elements(self, seen: ElementSeen) -> Judged:
        texts = [sighting.text for sighting in seen.sightings or ()] + [match.text for match in seen.shown]
        fitting = [text for text in texts if self.fits(text)]
        if fitting:
            return self.judged(True, f"appeared with text {quoted(fitting[0])}" if fitting[0] else "appeared")
        if texts:
            return self.judged(False, f"appeared with other texts: {listed(texts[:5])}")
        trouble = self.container_trouble(seen)
        return trouble if trouble is not None else self.judged(False, f"never appeared: {not_visible(seen)}")
