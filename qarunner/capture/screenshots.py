"""Pictures of settled moments through CDP, never in the middle of a navigation.

Chromium copies a picture from the surface that the page drew last. A document in a new renderer process
has none between its commit and its first frame: "Unable to capture screenshot". While frames are swapped
there is no page to ask: "Not attached to an active page"; and a request that is under way just then may
never be answered. A busy machine only makes these gaps longer. Background tabs, popups behind,
minimised and tiny windows and 10,000 px pages give pictures; while a dialog is open or the main thread is
busy there is none. (Figures: bench/README.md.)

So: one request; when it fails, or the document changes under it, wait for a frame of the document that is
there now and ask again, a bounded number of times. A capture that fails after that is a fact about the
harness, never about the product.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from playwright.async_api import CDPSession, Error, Locator

from qarunner.capture.masks import Box, hidden_boxes, swept
from qarunner.capture.pages import PageState
from qarunner.capture.patience import within
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev
from qarunner.model.text import one_line
from qarunner.pixels import png

TRIES: Final = 8
TOTAL_S: Final = 15.0
"""For all tries of one picture together."""

SHOT_S: Final = 4.0
"""For one request: a starved machine took up to 2 s."""

BOXES_S: Final = 4.0
"""For the page to say what must be masked."""

FRAME_S: Final = 1.0
PAUSES_S: Final = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Before the second try, the third, and so on."""

GLANCE_S: Final = 0.1
"""How often to look whether the document under a request is still the same."""

_FRAME: Final = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
)


class _NoPicture(Exception):
    """This try gave none; the next may."""


class _Busy(Exception):
    """The page's main thread does not answer, and Chromium would give no picture either."""


@dataclass(frozen=True, slots=True)
class _Taken:
    data: bytes
    masked: int


class Screenshots:
    """Takes the pictures of one attempt. `masks` are the locators of the flow's `mask:`."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._sessions: dict[int, CDPSession] = {}
        self._seen: dict[str, int] = {}

    async def take(self, state: PageState, step: int | None, masks: Sequence[Locator] = ()) -> int:
        """Picture of what `state` shows now; the number of its event (-1 when it was not kept)."""
        if state.closed or state.crashed:
            return -1
        taken, tries, why = await self._capture(state, masks)
        place = state.place(step)
        if taken is None:
            return self._recorder.emit(ev.Screenshot(place=place, failed=one_line(why), tries=tries))
        try:
            picture = png.look(taken.data)
        except png.NotAPicture as error:
            return self._recorder.emit(ev.Screenshot(place=place, failed=one_line(str(error)), tries=tries))
        blob = self._recorder.blob(taken.data, "png", text=False)
        if blob is None:
            why = "not kept: too much data"
            return self._recorder.emit(ev.Screenshot(place=place, failed=why, tries=tries))
        seq = self._recorder.emit(
            ev.Screenshot(
                place=place,
                blob=blob,
                width=picture.width,
                height=picture.height,
                one_colour=picture.one_colour,
                error_page=state.error_page,
                same_as=self._seen.get(blob),
                masked=taken.masked,
                tries=tries,
            )
        )
        self._seen.setdefault(blob, seq)
        return seq

    async def _capture(self, state: PageState, masks: Sequence[Locator]) -> tuple[_Taken | None, int, str]:
        """The picture (None: there is none), the number of tries, why the last one failed."""
        end = self._recorder.now() + TOTAL_S * 1000
        why, moved = "", False
        for number in range(1, TRIES + 1):
            if number > 1:
                await self._one_frame(state, PAUSES_S[number - 2])
            if state.closed or state.crashed:
                return None, number, "the page is gone"
            try:
                return await self._once(state, masks, end, lenient=moved), number, ""
            except _Busy:
                return None, number, "the page does not say what must be masked: it is busy"
            except _NoPicture as error:
                why = str(error)
                moved = moved or number > 1
            except Error as error:
                why = error.message
            if self._recorder.now() >= end:
                return None, number, why
        return None, TRIES, why

    async def _once(self, state: PageState, masks: Sequence[Locator], end: float, *, lenient: bool) -> _Taken:
        """Raises _NoPicture, playwright Error. `lenient`: what moves is masked where it was and came to."""
        document = state.document
        before = await self._boxes(state, masks)
        data = await self._shoot(state, document, end)
        if state.document != document:
            raise _NoPicture("another document came while the picture was taken")
        if not before and not masks:
            return _Taken(data, 0)  # a password field that came meanwhile shows dots
        after = await self._boxes(state, masks)
        boxes = before if before == after else swept(before, after) if lenient else None
        if boxes is None or state.document != document:
            raise _NoPicture("what must be masked moved while the picture was taken")
        if not boxes:
            return _Taken(data, 0)
        try:
            return _Taken(await asyncio.to_thread(_painted, data, boxes, state), len(boxes))
        except png.NotAPicture as error:
            raise _NoPicture(str(error)) from error

    async def _shoot(self, state: PageState, document: int | None, end: float) -> bytes:
        """One request. Given up when another document has come: Chromium may never answer it."""
        session = await self._session(state)
        request = asyncio.ensure_future(
            session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        )
        end = min(end, self._recorder.now() + SHOT_S * 1000)
        changed = False
        try:
            while not (await asyncio.wait({request}, timeout=GLANCE_S))[0]:
                if changed or state.closed or state.crashed:
                    raise _NoPicture("another document came while the picture was taken")
                if self._recorder.now() >= end:
                    raise _NoPicture("no picture in time")
                changed = state.document != document
            return base64.b64decode((await request)["data"])
        finally:
            request.cancel()

    async def _session(self, state: PageState) -> CDPSession:
        session = self._sessions.get(state.number)
        if session is None:
            session = await state.page.context.new_cdp_session(state.page)
            self._sessions[state.number] = session
        return session

    async def _boxes(self, state: PageState, masks: Sequence[Locator]) -> list[Box]:
        try:
            return await within(hidden_boxes(state.page, masks), BOXES_S)
        except TimeoutError as error:
            raise _Busy from error

    async def _one_frame(self, state: PageState, pause_s: float) -> None:
        """Until the document that is there now has drawn a frame. Bounded."""
        await asyncio.sleep(pause_s)
        try:
            await within(state.page.evaluate(_FRAME), FRAME_S)
        except (Error, TimeoutError):
            return  # no frame in time: the next try says what is wrong


def _painted(data: bytes, boxes: Sequence[Box], state: PageState) -> bytes:
    viewport = state.page.viewport_size
    scale = png.size(data)[0] / viewport["width"] if viewport else 1.0
    return png.mask(data, boxes, scale)
