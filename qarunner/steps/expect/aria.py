"""`aria: |` with an accessibility snapshot in Playwright's YAML form. Read, not yet performed."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.slots import SomeText
from qarunner.steps.expect.base import ElementCondition


class Aria(ElementCondition):
    """The accessibility tree below the element has this shape."""

    key: ClassVar[str] = "aria"
    performed: ClassVar[bool] = False

    aria: SomeText

    def describe(self) -> str:
        return "accessibility tree as written"
