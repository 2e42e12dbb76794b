"""Everything that happens beside the steps: Playwright's events become plain facts here, and only here.

A listener never raises: an error in one would surface in the next unrelated Playwright call.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Download,
    Error,
    FileChooser,
    Page,
    WebError,
    WebSocket,
)

from qarunner.capture.arrivals import Arrivals
from qarunner.capture.heard import ArmedDialog, Heard, KeptDownload
from qarunner.capture.pages import PageState
from qarunner.model import events as ev
from qarunner.model.text import one_line
from qarunner.model.urls import origin_of

_FRAME: Final = re.compile(r"^\s*at (?:.*?\()?(https?://\S+?):\d+:\d+\)?$", re.MULTILINE)
"""The uppermost frame of a stack that has an address. (The message above it may hold addresses, too.)"""

MAX_TEXT: Final = 2_000
MAX_DOWNLOAD: Final = 64 * 1024 * 1024


@dataclass(slots=True)
class Listeners(Arrivals):
    """Listens to one user's context; keeps what the checks ask for."""

    downloads: list[KeptDownload] = field(default_factory=list)
    dialogs: list[Heard[ev.Dialog]] = field(default_factory=list)
    console: list[Heard[ev.Console]] = field(default_factory=list)
    armed: ArmedDialog | None = None
    chooser_expected: bool = False

    def attach(self, context: BrowserContext) -> None:
        context.on("page", self.safe(self.adopt))
        context.on("request", self.safe(self.request))
        context.on("response", self.safe(self.response))
        context.on("requestfinished", self.safe(lambda r: self.later(self.request_ended(r))))
        context.on("requestfailed", self.safe(self.failed))
        context.on("console", self.safe(self._console))
        context.on("weberror", self.safe(self._weberror))
        context.on("dialog", self.safe(self._dialog))

    def wire(self, page: Page, state: PageState) -> None:
        Arrivals.wire(self, page, state)
        page.on("download", self.safe(lambda d: self._download(state, d)))
        page.on("filechooser", self.safe(lambda c: self._chooser(state, c)))
        page.on("websocket", self.safe(lambda w: self._websocket(state, w)))

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
        found = _FRAME.search(stack)
        page = weberror.page
        origin = origin_of(found[1]) if found else self._origin(page)
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
        self.later(self._answer(dialog, accept, text))

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
        self.later(self._keep_download(state, download, self.recorder.now()))

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
        socket.on("close", self.safe(lambda _: tell("closed")))
        socket.on("socketerror", self.safe(lambda error: tell("refused", str(error))))
