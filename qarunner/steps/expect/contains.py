"""`contains: will be sent`: the rendered text has this part."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Flag, SomeText
from qarunner.model.text import fold
from qarunner.steps.expect.base import ElementCondition, quoted


def has_part(part: str, text: str, *, exact: bool | None = None) -> bool:
    """Case-sensitive after folding; `exact=True` compares code points, `exact=False` ignores case."""
    if exact:
        return part in text
    if exact is False:
        return fold(part).casefold() in fold(text).casefold()
    return fold(part) in fold(text)


class Contains(ElementCondition):
    """The text of the one visible element has this part."""

    key: ClassVar[str] = "contains"
    takes_exact: ClassVar[bool] = True

    contains: SomeText
    exact: Flag | None = None

    def describe(self) -> str:
        return f"text that contains {quoted(self.contains)}"

    def judge_match(self, match: Match) -> Judged:
        return self.judged(
            has_part(self.contains, match.text, exact=self.exact), f"text {quoted(match.text)}"
        )
