"""Listening to one user's context: which pages there are, what they ask for, and which document they show."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec

from playwright.async_api import Error, Frame, Page, Request, Response

from qarunner.capture.network import Live, Network
from qarunner.capture.pages import Pages, PageState
from qarunner.capture.popups import belongs, opener_of
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev
from qarunner.model.text import one_line
from qarunner.model.urls import origin_of

P = ParamSpec("P")

READY_MS: Final = 10_000
ORPHAN_S: Final = 1.0
"""How long the first request of a popup waits for its page."""


@dataclass(slots=True)
class Arrivals:
    """Pages, requests and documents. `tasks` are awaited before the context closes."""

    user: str
    recorder: Recorder
    pages: Pages
    network: Network
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    orphans: list[Live] = field(default_factory=list)
    """Navigations whose page is not there yet."""
    ended: bool = False
    """We close the browser: what comes now is our doing."""

    def wire(self, page: Page, state: PageState) -> None:
        """Listen to one page."""
        page.on("framenavigated", self.safe(lambda frame: self._frame_navigated(state, frame)))
        page.on("domcontentloaded", self.safe(lambda _: self.pages.dom_ready(state)))
        page.on("crash", self.safe(lambda _: self.pages.crashed(state)))
        page.on("close", self.safe(lambda _: self.pages.closed(state)))

    def safe(self, listener: Callable[P, object]) -> Callable[P, None]:
        @functools.wraps(listener)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
            if self.ended:
                return
            try:
                listener(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 - it would surface in an unrelated call
                self.recorder.emit(
                    ev.HarnessTrouble(
                        place=ev.Place(user=self.user, step=self.recorder.step),
                        what=one_line(f"listener: {type(error).__name__}: {error}"),
                    )
                )

        return guarded

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def settle(self, seconds: float) -> None:
        """Wait for the facts that are still being gathered, at most `seconds`."""
        if self.tasks:
            await asyncio.wait(set(self.tasks), timeout=seconds)

    # ---- pages

    def adopt(self, page: Page) -> PageState:
        """The state of `page`; the first time it is seen, its facts so far are told and it is listened to."""
        state = self.pages.of(page)
        if state is not None:
            return state
        opener = self.pages.of(opener_of(page))
        state = self.pages.opened(page, self.user, opener)
        self.wire(page, state)
        if self.network.bodies is not None and opener is not None:
            self.later(self.network.bodies.attach(page))
        first = self._first_navigation(state)
        if page.url not in ("", "about:blank"):
            if not first or first[-1].status is not None:
                self.pages.frame_navigated(state, page.url)
        elif opener is not None and not first:
            self.pages.frame_navigated(state, "about:blank")  # its opener may write into it
            self.pages.dom_ready(state)
        if not state.dom_ready:
            self.later(self._ready(state, state.document))
        return state

    def _first_navigation(self, state: PageState) -> list[Live]:
        """A popup's first request (and its redirects) comes before its page; its answer may have come too."""
        mine = [item for item in self.orphans if belongs(item, state.page)]
        for item in mine:
            self.orphans.remove(item)
            item.place = item.place.model_copy(update={"page": state.number, "frame": 0})
        state.navigation = list(mine)
        if mine and mine[-1].net_error:
            self.pages.navigation_failed(state, mine[-1])
        return mine

    async def _ready(self, state: PageState, document: int | None) -> None:
        """The DOM may have been ready before we could listen for it."""
        try:
            await state.page.wait_for_load_state("domcontentloaded", timeout=READY_MS)
        except Error:
            return  # closed, or not ready in time: that is no news
        if state.document == document and not state.dom_ready:
            self.pages.dom_ready(state)

    def _frame_navigated(self, state: PageState, frame: Frame) -> None:
        if frame == state.page.main_frame:
            self.pages.frame_navigated(state, frame.url)

    # ---- network

    def _state_of(self, request: Request) -> PageState | None:
        try:
            return self.pages.of(request.frame.page)
        except Error:  # a service worker, or a popup that is not there yet
            return None

    def place_of(self, request: Request) -> ev.Place:
        state = self._state_of(request)
        step = self.recorder.step
        if state is None:
            return ev.Place(user=self.user, step=step, origin=origin_of(request.url))
        try:
            frame = 0 if request.frame == state.page.main_frame else 1
            origin = origin_of(request.frame.url)
        except Error:
            frame, origin = 0, ""
        return ev.Place(
            user=self.user, page=state.number, frame=frame, document=state.document, step=step, origin=origin
        )

    def request(self, request: Request) -> None:
        """A request began."""
        item = self.network.began(request)
        if not item.navigation:
            return
        state = self._state_of(request)
        if state is None:
            self.orphans.append(item)
        elif request.frame == state.page.main_frame:
            self.pages.navigation_began(state, item)

    def response(self, response: Response) -> None:
        """A status line came."""
        item = self.network.answered(response)
        if item is not None and item.navigation:
            state = self._state_of(response.request)
            if state is not None:
                state.changed.set()

    def failed(self, request: Request) -> None:
        """A request failed."""
        item = self.network.failed(request, request.failure or "net::ERR_FAILED")
        if item is not None and item.navigation:
            state = self._state_of(request)
            if state is not None and request.frame == state.page.main_frame:
                self.pages.navigation_failed(state, item)
        self.later(self.request_ended(request))

    async def request_ended(self, request: Request) -> None:
        """Write the request down, once its page is known (a popup's comes after its first request)."""
        item = self.network.find(request)
        if item is not None and item in self.orphans:
            end = self.recorder.now() + ORPHAN_S * 1000
            while item in self.orphans and self.recorder.now() < end:
                await asyncio.sleep(0.02)
        await self.network.ended(request)
