"""`reload:`: loads the document again."""

from __future__ import annotations

from typing import ClassVar

from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Reload(StepKind):
    """Reloads as the browser's button does."""

    kind: ClassVar[str] = "reload"
    nothing_is_fine: ClassVar[bool] = True
    example: ClassVar[str] = "`reload:` with nothing after it"

    async def perform(self, driver: Driver) -> Done:
        return await driver.reload()
