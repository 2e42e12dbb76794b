"""`back:`: one entry back in the history of the page."""

from __future__ import annotations

from typing import ClassVar

from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Back(StepKind):
    """Goes back as the browser's button does."""

    kind: ClassVar[str] = "back"
    nothing_is_fine: ClassVar[bool] = True
    example: ClassVar[str] = "`back:` with nothing after it"

    async def perform(self, driver: Driver) -> Done:
        return await driver.back()
