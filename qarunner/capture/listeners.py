"""Everything that happens beside the steps: Playwright's events become plain facts here, and only here.

A listener never raises: an error in one would surface in the next unrelated Playwright call.
"""

from __future__ import annotations

import asyncio
import csv
import functools
import io
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

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

from qarunner.capture.network import Live, Network
from qarunner.capture.pages import Pages, PageState
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev
from qarunner.model.observation import Download as Seen
from qarunner.model.text import one_line
from qarunner.model.urls import origin_of

P = ParamSpec("P")
E = TypeVar("E")

MAX_TEXT = 2_000
MAX_DOWNLOAD = 64 * 1024 * 1024
MAX_TEXT_DOWNLOAD = 200_000


@dataclass(slots=True)
class ArmedDialog:
    """An answer that a `dialog` step armed. It ends with the action after the next."""

    accept: bool
    text: str | None
    actions_left: int = 2


@dataclass(slots=True, eq=False)
class KeptDownload:
    """A download that ended; `began` in ms since the attempt began."""

    event: ev.DownloadEnded
    began: float
    path: Path | None
    data: bytes | None

    def seen(self) -> Seen:
        """As a check sees it. `rows` are those of a CSV, without its header."""
        text = _text_of(self.data)
        rows = None
        if text is not None and self.event.name.lower().endswith((".csv", ".tsv")):
            rows = max(0, sum(1 for row in csv.reader(io.StringIO(text)) if row) - 1)
        return Seen(
            name=self.event.name,
            size=self.event.size or 0,
            blob=self.event.blob,
            text=text,
            rows=rows,
            failed=self.event.failed,
        )


def _text_of(data: bytes | None) -> str | None:
    if data is None or len(data) > MAX_TEXT_DOWNLOAD or b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


@dataclass(slots=True, eq=False)
class Heard(Generic[E]):
    """A dialog or console line with its time, for the checks."""

    event: E
    at: float


def _same_document(one: str, other: str) -> bool:
    return one.split("#")[0] == other.split("#")[0]


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

    def attach(self, context: BrowserContext) -> None:
        context.on("page", self._safe(self._page))
        context.on("request", self._safe(self._request))
        context.on("response", self._safe(self._response))
        context.on("requestfinished", self._safe(lambda r: self._later(self.network.ended(r))))
        context.on("requestfailed", self._safe(self._failed))
        context.on("console", self._safe(self._console))
        context.on("weberror", self._safe(self._weberror))
        context.on("dialog", self._safe(self._dialog))

    def _safe(self, listener: Callable[P, object]) -> Callable[P, None]:
        @functools.wraps(listener)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
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
        state = self.pages.opened(page, self.user)
        self._wire(page, state)
        orphan = next((o for o in reversed(self.orphans) if _same_document(o.url, page.url)), None)
        if orphan is not None:
            # a popup's first request comes before its page; its answer may have come too
            self.orphans.remove(orphan)
            state.navigation = [orphan]
        if page.url != "about:blank" and (orphan is None or orphan.status is not None):
            self.pages.frame_navigated(state, page.url)
        self._later(self._find_opener(state))
        return state

    async def _find_opener(self, state: PageState) -> None:
        try:
            state.opener = self.pages.of(await state.page.opener())
        except Error:
            return  # the page is gone already

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
        self._later(self.network.ended(request))

    # ---- console, errors, dialogs

    def _place(self, page: Page | None, origin: str = "") -> ev.Place:
        state = self.pages.of(page)
        if state is None:
            return ev.Place(user=self.user, step=self.recorder.step, origin=origin)
        return state.place(self.recorder.step).model_copy(update={"origin": origin})

    def _console(self, message: ConsoleMessage) -> None:
        where = message.location
        event = ev.Console(
            place=self._place(message.page, origin_of(where.get("url", ""))),
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
        origin = origin_of(found.group(0)) if found else origin_of(page.url if page else "")
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
