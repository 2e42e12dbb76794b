"""`matches: '^[0-9,]+ EUR$'`: a regular expression is found in the folded text."""

from __future__ import annotations

import re
from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Pattern
from qarunner.model.text import fold
from qarunner.steps.expect.base import ElementCondition, quoted

MAX_TEXT = 20_000
"""Longer texts are cut before a pattern is tried, so that no pattern runs for long."""


def is_found(pattern: str, text: str) -> bool:
    """Whether `pattern` is found anywhere in the folded text."""
    return re.search(pattern, fold(text)[:MAX_TEXT]) is not None


class Matches(ElementCondition):
    """The text of the one visible element fits a pattern (`re.search`)."""

    key: ClassVar[str] = "matches"

    matches: Pattern

    def describe(self) -> str:
        return f"text like /{self.matches}/"

    def judge_match(self, match: Match) -> Judged:
        return self.judged(is_found(self.matches, match.text), f"text {quoted(match.text)}")
