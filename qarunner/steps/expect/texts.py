"""`texts: [a, b]`: the texts of all visible matches, in document order, the list whole."""

from __future__ import annotations

from typing import Any, ClassVar

from qarunner.model.observation import ElementSeen, Judged
from qarunner.model.slots import Flag, Text
from qarunner.model.text import one_line, same
from qarunner.steps.expect.base import ElementCondition


def listed(texts: list[str]) -> str:
    """A list of texts on one line."""
    return "[" + ", ".join(f'"{one_line(text, 60)}"' for text in texts) + "]"


class Texts(ElementCondition):
    """As many visible matches as texts, each the same after folding."""

    key: ClassVar[str] = "texts"
    many: ClassVar[bool] = True
    takes_exact: ClassVar[bool] = True
    example: ClassVar[str] = "`texts: [first, second]`"

    texts: tuple[Text, ...]
    exact: Flag | None = None

    @property
    def negative(self) -> bool:
        return not self.texts

    def describe(self) -> str:
        return f"texts {one_line(listed(list(self.texts)))}"

    def judge_elements(self, seen: ElementSeen) -> Judged:
        trouble = self.container_trouble(seen)
        if trouble is not None:
            return trouble
        found = [match.text for match in seen.shown]
        pairs: list[tuple[str, Any]] = list(zip(self.texts, found, strict=False))
        holds = seen.visible == len(self.texts) == len(found) and all(
            same(expected, actual, exact=self.exact) for expected, actual in pairs
        )
        more = f" ({seen.visible} in all)" if seen.visible > len(found) else ""
        return self.judged(holds, f"texts {listed(found)}{more}")
