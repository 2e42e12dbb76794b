"""Looks at one subject each, and the wait that owns the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal

from playwright.async_api import Error

from qarunner.capture.base import PAUSES_MS, DriverBase
from qarunner.capture.find import BadSelector, NoContainer, candidates, frame_of, seen_of
from qarunner.capture.network import Live
from qarunner.capture.watching import SIGHTINGS, watch_key
from qarunner.model import observation as ob
from qarunner.model.locator import Locator
from qarunner.steps.driver import Blocked, Ending, Found, Looks

MAX_ANSWERS: Final = 50
MAX_BODY_SEEN: Final = 200_000
"""Longest body (characters) that a look keeps; the blob has all of it."""
MAX_LINES: Final = 200


class LookFailed(Exception):
    """The page could not be looked at just now (it navigates, or its main thread is busy)."""


class Looking(DriverBase):
    async def look_elements(self, locator: Locator, attributes: Sequence[str], *, sightings: bool) -> ob.Seen:
        """All elements that fit. Raises LookFailed, or Blocked when the locator cannot be read."""
        try:
            found = await candidates(self.frame, locator, tuple(attributes))
            seen = seen_of(found)
        except NoContainer as gone:
            seen = (
                ob.ElementSeen(ambiguous=gone.what) if gone.ambiguous else ob.ElementSeen(missing=gone.what)
            )
        except BadSelector as bad:
            raise Blocked("flow-defect", f"the browser cannot read {locator.describe()}: {bad}") from bad
        except Error as error:
            raise LookFailed(error.message.splitlines()[0]) from error
        if sightings:
            seen = seen.model_copy(update={"sightings": await self._sightings(locator)})
        return seen

    async def _sightings(self, locator: Locator) -> tuple[ob.Sighting, ...]:
        """What the observer in the page saw of `locator` in the window."""
        key = watch_key(locator)
        try:
            frame = await frame_of(self.frame, locator)
            told: list[dict[str, Any]] = await frame.evaluate(SIGHTINGS)
        except (NoContainer, Error):
            return ()
        epoch = self.recorder.epoch_ms
        kept = []
        for one in told:
            ended = None if one["to"] is None else round(one["to"] - epoch, 1)
            if one["key"] == key and (ended is None or ended >= self.window_ms):
                kept.append(ob.Sighting(text=one["text"], from_ms=round(one["from"] - epoch, 1), to_ms=ended))
        return tuple(kept[-50:])

    async def look_page(self) -> ob.Seen:
        try:
            title = await self.state.page.title()
        except Error as error:
            raise LookFailed(error.message.splitlines()[0]) from error
        return ob.PageSeen(url=self.state.url, title=title[:2_000])

    async def look_network(self, wants: Callable[[str, str], bool], *, bodies: bool) -> ob.Seen:
        """The requests of the window that are wanted (by method and URL), in order of beginning."""
        fitting = [
            item
            for item in self.user.network.live
            if item.began >= self.window_ms and wants(item.method, item.url)
        ]
        for item in fitting:
            if bodies and item.body_task is not None and item.body_text is None and item.status is not None:
                await asyncio.wait({item.body_task}, timeout=1.0)
        return ob.NetworkSeen(answers=tuple(answer_of(item, bodies=bodies) for item in fitting[:MAX_ANSWERS]))

    async def look_downloads(self) -> ob.Seen:
        kept = [d for d in self.user.listeners.downloads if d.began >= self.window_ms]
        return ob.DownloadsSeen(downloads=tuple(d.seen() for d in kept[-20:]))

    async def look_dialogs(self) -> ob.Seen:
        heard = [h for h in self.user.listeners.dialogs if h.at >= self.window_ms]
        return ob.DialogsSeen(
            dialogs=tuple(
                ob.NativeDialog(type=h.event.type, message=h.event.message, answered=h.event.answered)
                for h in heard[-50:]
            )
        )

    async def look_console(self) -> ob.Seen:
        heard = [h for h in self.user.listeners.console if h.at >= self.window_ms]
        return ob.ConsoleSeen(
            lines=tuple(ob.ConsoleLine(level=h.event.level, text=h.event.text) for h in heard[-MAX_LINES:])
        )

    async def wait_until(
        self,
        probe: Callable[[], Awaitable[Looks]],
        judge: Callable[[Looks], Found],
        *,
        deadline_ms: float,
        for_ms: int,
    ) -> Ending:
        """Looks until `judge` says so, without a break for `for_ms`, or until `deadline_ms`."""
        looks: Looks = ()
        looked, count, held_since = self.recorder.now(), 0, -1.0
        found: Found = "not-yet"
        while True:
            began = self.recorder.now()
            try:
                left = max(200.0, deadline_ms - began)
                looks, looked = await self.bounded(probe(), left), self.recorder.now()
                count += 1
                found = judge(looks)
            except (LookFailed, TimeoutError):
                found = "not-yet"
            now = self.recorder.now()
            if found == "holds":
                # what held was true when the look began at the latest
                held_since = began if held_since < 0 else held_since
                if now - held_since >= for_ms:
                    return Ending(looks, "condition", looked, count, round(now - held_since, 1))
            else:
                held_since = -1.0
            gone = self._nothing_more_to_come()
            if now >= deadline_ms or found == "never" or gone:
                ended: Literal["deadline", "ambiguous", "page-gone"] = (
                    "page-gone" if gone else "ambiguous" if found == "ambiguous" else "deadline"
                )
                held_for = round(now - held_since, 1) if held_since >= 0 else 0.0
                return Ending(looks, ended, looked, count, held_for)
            await asyncio.sleep(PAUSES_MS[min(count, len(PAUSES_MS) - 1)] / 1000)

    def _nothing_more_to_come(self) -> bool:
        """A crashed or closed page, and the browser's own error page, never change by themselves."""
        state = self.state
        return state.crashed or state.closed or (state.error_page and not state.navigating)


def answer_of(item: Live, *, bodies: bool) -> ob.Answer:
    """A request as a check sees it."""
    return ob.Answer(
        request=item.number,
        method=item.method,
        url=item.url,
        path=item.path,
        query=item.query,
        resource_type=item.resource_type,
        status=item.status,
        net_error=item.net_error,
        body=item.body_text if bodies and item.body_text and len(item.body_text) <= MAX_BODY_SEEN else None,
        blob=item.body,
        own=item.own,
        pending=item.ended is None and item.status is None,
    )
