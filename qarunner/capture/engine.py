"""The Playwright driver: a program beside us that needs a third of a second to start.

`qarunner run` starts it first of all, so that our own modules are imported, flows read and git asked
meanwhile. All attempts of a run share it; each has a browser of its own.
"""

from __future__ import annotations

import asyncio
from typing import Final

from playwright.async_api import Error, Playwright, async_playwright

from qarunner.errors import BrowserMissing
from qarunner.model.text import one_line

START_TIMEOUT_S: Final = 60.0
STOP_TIMEOUT_S: Final = 3.0


class Engine:
    """Use as an async context manager; entering it does not wait."""

    def __init__(self) -> None:
        self._starting: asyncio.Task[Playwright] | None = None

    async def __aenter__(self) -> Engine:
        self._starting = asyncio.create_task(_start())
        return self

    async def playwright(self) -> Playwright:
        """The driver, once it runs. Raises BrowserMissing."""
        if self._starting is None:
            raise BrowserMissing("the Playwright driver was not started")
        try:
            return await asyncio.wait_for(asyncio.shield(self._starting), START_TIMEOUT_S)
        except (Error, OSError, TimeoutError) as error:
            raise BrowserMissing(
                f"the Playwright driver did not start: {one_line(str(error)) or 'no answer'}",
                "`qarunner doctor` says what is missing",
            ) from error

    async def __aexit__(self, *_: object) -> None:
        if self._starting is None:
            return
        try:
            playwright = await asyncio.wait_for(asyncio.shield(self._starting), STOP_TIMEOUT_S)
            await asyncio.wait_for(playwright.stop(), STOP_TIMEOUT_S)
        except (Error, OSError, TimeoutError):
            self._starting.cancel()


async def _start() -> Playwright:
    playwright = await async_playwright().start()
    from qarunner.capture.pagejs import register_engines  # later: it brings half of the package

    await register_engines(playwright)
    return playwright
