"""An expectation: one condition of an `expect`, `reach`, `wait` or `when` mapping, and its judgement."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from qarunner.errors import NotYetPerformed
from qarunner.model.observation import ElementSeen, Judged, Match, Seen
from qarunner.model.text import one_line
from qarunner.model.written import Written

Subject: TypeAlias = Literal[
    "element", "page", "network", "http", "downloads", "dialogs", "console", "websockets", "picture"
]
"""What must be looked at. `http` is seen as NetworkSeen: the answers to the calls that the check makes."""


class Condition(Written):
    """One condition. `key` is the key that makes it, `extras` are the keys beside it that belong to it.

    `negative` conditions hold of an empty page too: they count only after something positive held.
    `many` conditions take any number of matching elements; the others need exactly one that is visible."""

    key: ClassVar[str]
    extras: ClassVar[tuple[str, ...]] = ()
    subject: ClassVar[Subject]
    performed: ClassVar[bool] = True
    takes_exact: ClassVar[bool] = False

    @property
    def negative(self) -> bool:
        return False

    def describe(self) -> str:
        """What is expected, in words on one line, without the locator."""
        raise NotImplementedError

    def judge(self, seen: Seen) -> Judged:
        """What `seen` says of this condition. Raises NotYetPerformed, or TypeError for another subject."""
        raise NotYetPerformed(f"`{self.key}` is not yet performed by this version")

    def judged(self, holds: bool, actual: str, *, ambiguous: bool = False) -> Judged:
        return Judged(holds=holds, expected=self.describe(), actual=one_line(actual), ambiguous=ambiguous)


def wrong_subject(condition: Condition, seen: Seen) -> TypeError:
    return TypeError(f"`{condition.key}` looks at {condition.subject}, not at {seen.subject}")


def quoted(text: str) -> str:
    """A text as it stands in an `expected` or `actual` line."""
    return f'"{one_line(text)}"'


def candidate(match: Match) -> str:
    """One of several elements, told apart by role, name or text."""
    what = match.role or match.tag or "element"
    told = match.name or match.text
    return f"{what} {quoted(one_line(told, 60))}" if told else what


class ElementCondition(Condition):
    """A condition on what a locator finds."""

    subject: ClassVar[Subject] = "element"
    many: ClassVar[bool] = False

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, ElementSeen):
            raise wrong_subject(self, seen)
        return self.judge_elements(seen)

    def judge_elements(self, seen: ElementSeen) -> Judged:
        trouble = self.container_trouble(seen)
        if trouble is not None:
            return trouble
        if seen.visible == 0:
            return self.judged(False, not_visible(seen))
        shown = seen.shown
        if seen.visible > 1 or not shown:
            listed = ", ".join(candidate(match) for match in shown[:5])
            more = f" and {seen.visible - 5} more" if seen.visible > 5 else ""
            return self.judged(False, f"{seen.visible} visible elements fit: {listed}{more}", ambiguous=True)
        return self.judge_match(shown[0])

    def judge_match(self, match: Match) -> Judged:
        """The judgement on the one visible element."""
        raise NotYetPerformed(f"`{self.key}` is not yet performed by this version")

    def container_trouble(self, seen: ElementSeen) -> Judged | None:
        """A missing frame or `in` makes a condition false, one that is not unique is a defect of the flow."""
        names = {"frame": "the frame", "in": "the element named by `in`"}
        if seen.missing:
            return self.judged(False, f"{names[seen.missing]} is not there")
        if seen.ambiguous:
            return self.judged(False, f"more than one element fits {names[seen.ambiguous]}", ambiguous=True)
        return None


def not_visible(seen: ElementSeen) -> str:
    """Why no visible element fits."""
    if seen.total == 0:
        return "no element fits"
    reason = next((match.hidden_because for match in seen.matches if match.hidden_because), "")
    return f"not visible ({reason})" if reason else "not visible"
