"""Pictures of settled moments through CDP, never in the middle of a navigation.

Chromium answers "Unable to capture screenshot" while a page has no surface to copy from: between the
commit of a document and its first frame, and when a neighbour starves the compositor. So we wait for a
frame of *this* document first and try again a bounded number of times. A capture that fails after that
is a fact about the harness, never about the product.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from typing import Final

from playwright.async_api import CDPSession, Error, Locator

from qarunner.capture.pages import PageState
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev
from qarunner.model.text import one_line
from qarunner.pixels import png

TRIES: Final = 6
PAUSES_S: Final = (0.05, 0.1, 0.2, 0.4, 0.8)
CAPTURE_TIMEOUT_S: Final = 5.0

_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
_PASSWORDS = """() => {
  const out = [];
  const go = (root) => { for (const e of root.querySelectorAll("*")) {
    if (e.tagName === "INPUT" && e.type === "password") {
      const r = e.getBoundingClientRect();
      if (r.width && r.height) out.push([r.left, r.top, r.width, r.height]);
    }
    if (e.shadowRoot) go(e.shadowRoot);
  } };
  go(document);
  return out;
}"""

_Boxes = list[tuple[float, float, float, float]]


class Screenshots:
    """Takes the pictures of one attempt. `masks` are the locators of the flow's `mask:`."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._sessions: dict[int, CDPSession] = {}
        self._seen: dict[str, int] = {}

    async def take(self, state: PageState, step: int | None, masks: Sequence[Locator] = ()) -> int:
        """Picture of what `state` shows now; the number of its event (-1 when it was not kept)."""
        place = state.place(step)
        if state.closed or state.crashed:
            return -1
        data, tries, masked, why = await self._capture(state, masks)
        if data is None:
            event = ev.Screenshot(place=place, failed=one_line(why), tries=tries)
            return self._recorder.emit(event)
        try:
            picture = png.look(data)
        except png.NotAPicture as error:
            return self._recorder.emit(ev.Screenshot(place=place, failed=one_line(str(error)), tries=tries))
        blob = self._recorder.blob(data, "png", text=False)
        if blob is None:
            return self._recorder.emit(
                ev.Screenshot(place=place, failed="not kept: too much data", tries=tries)
            )
        seq = self._recorder.emit(
            ev.Screenshot(
                place=place,
                blob=blob,
                width=picture.width,
                height=picture.height,
                one_colour=picture.one_colour,
                error_page=state.error_page,
                same_as=self._seen.get(blob),
                masked=masked,
                tries=tries,
            )
        )
        self._seen.setdefault(blob, seq)
        return seq

    async def _session(self, state: PageState) -> CDPSession:
        session = self._sessions.get(state.number)
        if session is None:
            session = await state.page.context.new_cdp_session(state.page)
            self._sessions[state.number] = session
        return session

    async def _capture(
        self, state: PageState, masks: Sequence[Locator]
    ) -> tuple[bytes | None, int, int, str]:
        why = ""
        for attempt in range(TRIES):
            if attempt:
                await asyncio.sleep(PAUSES_S[attempt - 1])
                await self._one_frame(state)
            if state.closed or state.crashed:
                return None, attempt + 1, 0, "the page is gone"
            try:
                data, boxes = await asyncio.wait_for(self._once(state, masks), CAPTURE_TIMEOUT_S)
            except (Error, TimeoutError) as error:
                why = str(error) or "no picture in time"
                continue
            if data is None:
                why = "masked places moved while the picture was taken"
                continue
            return data, attempt + 1, len(boxes), ""
        return None, TRIES, 0, why

    async def _once(self, state: PageState, masks: Sequence[Locator]) -> tuple[bytes | None, _Boxes]:
        document = state.document
        before = await self._boxes(state, masks)
        session = await self._session(state)
        answer = await session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        data = base64.b64decode(answer["data"])
        if state.document != document:
            return None, []  # a new document was committed meanwhile: it may need other masks
        if not before:
            return data, before
        after = await self._boxes(state, masks)
        if before != after:
            return None, []
        return await asyncio.to_thread(png.mask, data, before), before

    async def _boxes(self, state: PageState, masks: Sequence[Locator]) -> _Boxes:
        boxes: _Boxes = []
        for frame in state.page.frames:
            try:
                found = await frame.evaluate(_PASSWORDS)
                if found and frame != state.page.main_frame:
                    element = await frame.frame_element()
                    outer = await element.bounding_box()
                    found = [[outer["x"], outer["y"], outer["width"], outer["height"]]] if outer else []
            except Error:
                continue  # a frame that went away has nothing to hide
            boxes.extend((x, y, w, h) for x, y, w, h in found)
        for locator in masks:
            for element in await locator.element_handles():
                box = await element.bounding_box()
                if box:
                    boxes.append((box["x"], box["y"], box["width"], box["height"]))
        return boxes

    async def _one_frame(self, state: PageState) -> None:
        try:
            await asyncio.wait_for(state.page.evaluate(_FRAME), 0.5)
        except (Error, TimeoutError):
            return  # no frame in time: the next try says what is wrong
