"""`close:`: closes the page and goes back to its opener."""

from __future__ import annotations

from typing import ClassVar

from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Close(StepKind):
    """The opener becomes the current page."""

    kind: ClassVar[str] = "close"
    nothing_is_fine: ClassVar[bool] = True
    example: ClassVar[str] = "`close:` with nothing after it"

    async def perform(self, driver: Driver) -> Done:
        return await driver.close()
