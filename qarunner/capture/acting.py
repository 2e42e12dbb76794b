"""The pointer. Each action finds its one element, acts, and records what was really hit.

Playwright waits until the element is stable, enabled and receives events; when it gives up, the
post-mortem looks at the page itself to say what was in the way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from playwright.async_api import ElementHandle, Error

from qarunner.capture.pagejs import fact_of, tickable
from qarunner.capture.postmortem import PostMortem, is_detached
from qarunner.capture.targets import Need, Target
from qarunner.model.events import Hit
from qarunner.model.locator import Locator
from qarunner.steps.driver import Blocked, Done

SCROLL_MS: Final = 300
TICKED_MS: Final = 500
"""How long a box may take to show that it was ticked."""

_Act = Callable[[ElementHandle, float], Awaitable[None]]


class Acting(PostMortem):
    async def click(self, target: Locator, *, count: int, at: tuple[float, float] | None) -> Done:
        position: Any = {"x": at[0], "y": at[1]} if at else None

        async def act(handle: ElementHandle, ms: float) -> None:
            await handle.click(click_count=count, position=position, timeout=ms, no_wait_after=True)

        return await self._pointer(target, act, at)

    async def hover(self, target: Locator, *, at: tuple[float, float] | None) -> Done:
        position: Any = {"x": at[0], "y": at[1]} if at else None

        async def act(handle: ElementHandle, ms: float) -> None:
            await handle.hover(position=position, timeout=ms)

        return await self._pointer(target, act, at)

    async def tick(self, target: Locator, *, on: bool, at: tuple[float, float] | None) -> Done:
        """Clicks the box, or the label that stands for it, unless it is already as wanted."""

        async def act(handle: ElementHandle, ms: float) -> None:
            before = (await fact_of(handle))["checked"]
            if before is None:
                raise Blocked(
                    "flow-defect", f"{target.describe()} cannot be ticked: it is no box, radio or switch"
                )
            if before == _word(on):
                return
            clicked, free = await tickable(handle)
            point = free if clicked != handle and at is None else at
            position: Any = {"x": point[0], "y": point[1]} if point else None
            await clicked.click(position=position, timeout=ms, no_wait_after=True)
            await self._ticked(handle, on=on)

        return await self._pointer(target, act, at, need="control")

    async def _ticked(self, handle: ElementHandle, *, on: bool) -> None:
        """Waits until the box says so. Raises Blocked when it does not."""
        end = self.recorder.now() + TICKED_MS
        while True:
            try:
                now = (await fact_of(handle))["checked"]
            except Error:
                return  # the click led to another document or another element: the next check decides
            if now == _word(on):
                return
            if self.recorder.now() >= end:
                raise Blocked("value-refused", f"it stays {'unticked' if on else 'ticked'} after the click")
            await asyncio.sleep(0.02)

    async def _pointer(
        self, locator: Locator, act: _Act, at: tuple[float, float] | None, need: Need = "visible"
    ) -> Done:
        """One pointer action, begun anew when the element is replaced before it was hit."""
        page = self.state
        anew = 0
        while True:
            target = await self.target(locator, need)
            hit: Hit | None = None
            try:
                hit = await self.bounded(self._scrolled_hit(target, at), self.remaining_ms())
                await act(target.handle, self.remaining_ms())
            except TimeoutError as error:
                raise self.unresponsive(hit) from error
            except Blocked as blocked:
                blocked.matched, blocked.hit = target.matched, blocked.hit or hit
                raise
            except Error as error:
                if is_detached(error) and not self.expired:
                    anew += 1
                    continue
                raise await self.why_not(error, target, hit, anew=anew) from error
            await self.one_frame()
            await self.settle_navigation(page)
            # the browser has made sure that the point received the action: what lay over it had gone
            return Done(matched=target.matched, hit=hit.model_copy(update={"top": ""}))

    async def _scrolled_hit(self, target: Target, at: tuple[float, float] | None) -> Hit:
        """What the pointer will meet, once the element is on screen."""
        try:
            await target.handle.scroll_into_view_if_needed(timeout=min(SCROLL_MS, self.remaining_ms()))
        except Error as error:
            if is_detached(error):
                raise
        return await self.hit(target, at)


def _word(on: bool) -> str:
    return "true" if on else "false"
