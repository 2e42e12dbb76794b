"""The product's own captures, with a log and blobs that only count."""

from __future__ import annotations

import weakref

from playwright.async_api import CDPSession, Error, Frame, Page

from qarunner.capture.pages import PageState
from qarunner.capture.recorder import Recorder
from qarunner.capture.screenshots import Screenshots
from qarunner.model import events as ev
from qarunner.model.events import Event
from qarunner.model.redact import Redactor
from qarunner.services.clock import Clock


class Log:
    def __init__(self) -> None:
        self.last: Event | None = None
        self.count = 0

    def append(self, event: Event, at_ms: float) -> int:
        self.last = event
        self.count += 1
        return self.count

    def flush(self) -> None:
        """Nothing is kept."""


class Blobs:
    def put(self, data: bytes, extension: str) -> str:
        return f"{len(data)}.{extension}"


_states: weakref.WeakKeyDictionary[Page, PageState] = weakref.WeakKeyDictionary()


def _state(page: Page) -> PageState:
    """The state of a page, kept as the listeners do: each commit is a new document."""
    if page not in _states:
        state = PageState(number=0, page=page, user="main", document=1)

        def navigated(frame: Frame) -> None:
            if frame is page.main_frame:
                state.document = (state.document or 0) + 1

        page.on("framenavigated", navigated)
        _states[page] = state
    return _states[page]


async def capture_with_product(page: Page, session: CDPSession) -> None:
    """Raises playwright Error when the product gives up."""
    log = Log()
    recorder = Recorder(log, Blobs(), Clock(), Redactor({}, frozenset()))
    await Screenshots(recorder).take(_state(page), None)
    if isinstance(log.last, ev.Screenshot) and log.last.failed:
        raise Error(f"given up: {log.last.failed}")
