"""Scrolling: to an end, to an element, or on screen by screen until the element is there."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error

from qarunner.capture.acting import Acting
from qarunner.capture.find import BadSelector, NoContainer, candidates
from qarunner.model.locator import Locator
from qarunner.steps.driver import Blocked, Done

_PAGE_TO = (
    "(to) => window.scrollTo(0, to === 'top' ? 0"
    " : to === 'bottom' ? document.scrollingElement.scrollHeight : to)"
)
_BOX_TO = "(el, to) => { el.scrollTop = to === 'top' ? 0 : to === 'bottom' ? el.scrollHeight : to; }"
_NEXT = (
    "() => { const before = window.scrollY; window.scrollBy(0, window.innerHeight * 0.9);"
    " return window.scrollY !== before; }"
)


class Scrolling(Acting):
    async def scroll(self, target: Locator | None, *, to: str | int | None) -> Done:
        self.check_alive()
        if target is None:
            await self._evaluate(_PAGE_TO, to if to is not None else "bottom")
            await self.one_frame()
            return Done()
        if to is not None:
            found = await self.target(target)
            await found.handle.evaluate(_BOX_TO, to)
            await self.one_frame()
            return Done(matched=found.matched)
        return await self._until_there(target)

    async def _until_there(self, target: Locator) -> Done:
        """Virtual lists make their rows while one scrolls, so each screen is looked at."""
        while True:
            try:
                found = await candidates(self.frame, target)
            except (NoContainer, BadSelector, Error):
                found = None
            shown = found.visible if found else ()
            if found is not None and len(shown) >= 1:
                chosen = await self.target(target)
                try:
                    await chosen.handle.scroll_into_view_if_needed(timeout=self.remaining_ms())
                except Error as error:
                    if self.expired:
                        raise await self.why_not(error, chosen) from error
                    continue
                await self.one_frame()
                return Done(matched=chosen.matched)
            if self.expired:
                raise Blocked("target-missing", f"{target.describe()}: not there after scrolling", matched=0)
            moved = await self._evaluate(_NEXT, None)
            await self.one_frame()
            if not moved:
                await asyncio.sleep(0.1)

    async def _evaluate(self, script: str, argument: object) -> object:
        try:
            return await self.bounded(self.state.page.evaluate(script, argument), self.remaining_ms())
        except TimeoutError as error:
            raise Blocked("page-unresponsive", "the page's main thread does not answer") from error
        except Error as error:
            self.check_alive()
            raise Blocked("target-missing", error.message.splitlines()[0]) from error
