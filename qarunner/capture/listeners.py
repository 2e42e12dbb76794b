"""Everything that happens beside the steps: Playwright's events become plain facts here, and only here.

A listener never raises: an error in one would surface in the next unrelated Playwright call.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Download,
    Error,
    FileChooser,
    Frame,
    Page,
    Request,
    Response,
    WebError,
    WebSocket,
)

from qarunner.capture.heard import ArmedDialog, Heard, KeptDownload
from qarunner.capture.network import Live, Network
from qarunner.capture.pages import Pages, PageState
from qarunner.capture.popups import belongs, opener_of
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev
from qarunner.model.text import one_line
from qarunner.model.urls import origin_of

P = ParamSpec("P")

MAX_TEXT = 2_000
READY_MS = 10_000
ORPHAN_S = 1.0
"""How long the first request of a popup waits for its page."""
MAX_DOWNLOAD = 64 * 1024 * 1024


@dataclass(slots=True)
class Listeners:
    """Listens to one user's context. `tasks` are awaited before the context closes."""

    user: str
    recorder: Recorder
    pages: Pages
    network: Network
    downloads: list[KeptDownload] = field(default_factory=list)
    dialogs: list[Heard[ev.Dialog]] = field(default_factory=list)
    console: list[Heard[ev.Console]] = field(default_factory=list)
    armed: ArmedDialog | None = None
    chooser_expected: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    orphans: list[Live] = field(default_factory=list)
    """Navigations whose page is not there yet."""
    ended: bool = False
    """We close the browser: what comes now is our doing."""

    def attach(self, context: BrowserContext) -> None:
        context.on("page", self._safe(self._page))
        context.on("request", self._safe(self._request))
        context.on("response", self._safe(self._response))
        context.on("requestfinished", self._safe(lambda r: self._later(self._ended(r))))
        context.on("requestfailed", self._safe(self._failed))
        context.on("console", self._safe(self._console))
        context.on("weberror", self._safe(self._weberror))
        context.on("dialog", self._safe(self._dialog))

    def _safe(self, listener: Callable[P, object]) -> Callable[P, None]:
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

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ---- pages

    def _page(self, page: Page) -> None:
        self.adopt(page)

    def adopt(self, page: Page) -> PageState:
        """The state of `page`; the first time it is seen, its facts so far are told and it is listened to."""
        state = self.pages.of(page)
        if state is not None:
            return state
        opener = self.pages.of(opener_of(page))
        state = self.pages.opened(page, self.user, opener)
        self._wire(page, state)
        if self.network.bodies is not None and opener is not None:
            self._later(self.network.bodies.attach(page))
        first = self._first_navigation(state)
        if page.url not in ("", "about:blank"):
            if not first or first[-1].status is not None:
                self.pages.frame_navigated(state, page.url)
        elif opener is not None and not first:
            self.pages.frame_navigated(state, "about:blank")  # its opener may write into it
            self.pages.dom_ready(state)
        if not state.dom_ready:
            self._later(self._ready(state, state.document))
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

    def _wire(self, page: Page, state: PageState) -> None:
        page.on("framenavigated", self._safe(lambda frame: self._frame_navigated(state, frame)))
        page.on("domcontentloaded", self._safe(lambda _: self.pages.dom_ready(state)))
        page.on("crash", self._safe(lambda _: self.pages.crashed(state)))
        page.on("close", self._safe(lambda _: self.pages.closed(state)))
        page.on("download", self._safe(lambda d: self._download(state, d)))
        page.on("filechooser", self._safe(lambda c: self._chooser(state, c)))
        page.on("websocket", self._safe(lambda w: self._websocket(state, w)))

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

    def _request(self, request: Request) -> None:
        item = self.network.began(request)
        if not item.navigation:
            return
        state = self._state_of(request)
        if state is None:
            self.orphans.append(item)
        elif request.frame == state.page.main_frame:
            self.pages.navigation_began(state, item)

    def _response(self, response: Response) -> None:
        item = self.network.answered(response)
        if item is not None and item.navigation:
            state = self._state_of(response.request)
            if state is not None:
                state.changed.set()

    def _failed(self, request: Request) -> None:
        item = self.network.failed(request, request.failure or "net::ERR_FAILED")
        if item is not None and item.navigation:
            state = self._state_of(request)
            if state is not None and request.frame == state.page.main_frame:
                self.pages.navigation_failed(state, item)
        self._later(self._ended(request))

    async def _ended(self, request: Request) -> None:
        """Write the request down, once its page is known (a popup's comes after its first request)."""
        item = self.network.find(request)
        if item is not None and item in self.orphans:
            end = self.recorder.now() + ORPHAN_S * 1000
            while item in self.orphans and self.recorder.now() < end:
                await asyncio.sleep(0.02)
        await self.network.ended(request)

    # ---- console, errors, dialogs

    def _place(self, page: Page | None, origin: str = "") -> ev.Place:
        state = self.pages.of(page)
        if state is None:
            return ev.Place(user=self.user, step=self.recorder.step, origin=origin)
        return state.place(self.recorder.step).model_copy(update={"origin": origin})

    @staticmethod
    def _origin(page: Page | None) -> str:
        """That of the page, for what has no address of its own (`about:srcdoc`, evaluated scripts)."""
        return origin_of(page.url) if page is not None else ""

    def _console(self, message: ConsoleMessage) -> None:
        where = message.location
        event = ev.Console(
            place=self._place(message.page, origin_of(where.get("url", "")) or self._origin(message.page)),
            level=message.type,
            text=message.text[:MAX_TEXT],
            url=where.get("url", "")[:500],
            line=where.get("lineNumber", 0),
        )
        self.recorder.emit(event)
        if len(self.console) < 5_000:
            self.console.append(Heard(event, self.recorder.now()))

    def _weberror(self, weberror: WebError) -> None:
        error = weberror.error
        stack = error.stack or ""
        found = re.search(r"https?://[^\s)]+", stack)
        page = weberror.page
        origin = origin_of(found.group(0)) if found else self._origin(page)
        self.recorder.emit(
            ev.PageError(
                place=self._place(page, origin),
                name=(error.name or "Error")[:200],
                text=error.message[:MAX_TEXT],
                stack=stack[:MAX_TEXT],
            )
        )

    def _dialog(self, dialog: Dialog) -> None:
        armed = self.armed
        accept = armed.accept if armed else dialog.type in ("alert", "beforeunload")
        event = ev.Dialog(
            place=self._place(dialog.page),
            type=dialog.type,
            message=dialog.message[:MAX_TEXT],
            answered="accepted" if accept else "dismissed",
            declared=armed is not None,
        )
        self.recorder.emit(event)
        self.dialogs.append(Heard(event, self.recorder.now()))
        text = armed.text if armed and armed.text is not None else dialog.default_value
        self._later(self._answer(dialog, accept, text))

    async def _answer(self, dialog: Dialog, accept: bool, text: str) -> None:
        try:
            await (dialog.accept(text) if accept else dialog.dismiss())
        except Error:
            return  # the page went away with its dialog

    def action_begins(self) -> None:
        """An armed dialog answers during the next action and until the one after it begins."""
        if self.armed is not None:
            self.armed.actions_left -= 1
            if self.armed.actions_left <= 0:
                self.armed = None

    def _chooser(self, state: PageState, _: FileChooser) -> None:
        self.recorder.emit(
            ev.FileChooser(place=state.place(self.recorder.step), declared=self.chooser_expected)
        )

    # ---- downloads and sockets

    def _download(self, state: PageState, download: Download) -> None:
        self._later(self._keep_download(state, download, self.recorder.now()))

    async def _keep_download(self, state: PageState, download: Download, began: float) -> None:
        place = state.place(self.recorder.step)
        path: Path | None = None
        failed = ""
        try:
            path = Path(await download.path())
            failed = await download.failure() or ""
        except Error as error:
            failed = one_line(error.message)
        data = path.read_bytes() if path and not failed and path.stat().st_size <= MAX_DOWNLOAD else None
        event = ev.DownloadEnded(
            place=place,
            url=download.url[:2_000],
            name=download.suggested_filename[:300],
            size=len(data) if data is not None else None,
            blob=self.recorder.blob(data, "bin") if data is not None else None,
            failed=failed,
        )
        self.recorder.emit(event)
        self.downloads.append(KeptDownload(event, began, path, data))

    def _websocket(self, state: PageState, socket: WebSocket) -> None:
        place = state.place(self.recorder.step).model_copy(update={"origin": origin_of(socket.url)})

        def tell(what: str, text: str = "") -> None:
            self.recorder.emit(
                ev.WebSocketEvent.model_validate(
                    {"place": place, "url": socket.url[:2_000], "what": what, "text": one_line(text)}
                )
            )

        tell("opened")
        socket.on("close", self._safe(lambda _: tell("closed")))
        socket.on("socketerror", self._safe(lambda error: tell("refused", str(error))))

    async def settle(self, seconds: float) -> None:
        """Wait for the facts that are still being gathered, at most `seconds`."""
        if self.tasks:
            await asyncio.wait(set(self.tasks), timeout=seconds)
