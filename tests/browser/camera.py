"""Pictures for tests: of flows, and taken of a page directly into memory."""

from __future__ import annotations

from typing import Any

from PIL import Image
from playwright.async_api import Page

from qarunner.capture.pages import PageState
from qarunner.capture.recorder import Recorder
from qarunner.capture.screenshots import Screenshots
from qarunner.model import events as ev
from qarunner.model.events import Event
from qarunner.model.redact import Redactor
from qarunner.services.clock import Clock
from tests.browser.harness import Lab, Ran

MASK = (255, 0, 255)
FIELD = "position:absolute;left:100px;top:50px;width:200px;height:40px;box-sizing:border-box"


def shots(ran: Ran) -> list[ev.Screenshot]:
    return [fact.event for fact in ran.record.screenshots]


def image(ran: Ran, shot: ev.Screenshot) -> Image.Image:
    assert shot.blob is not None, shot.failed
    return Image.open(ran.evidence / "blobs" / shot.blob).convert("RGB")


def only(lab: Lab, html: str, header: str = "", **routes: Any) -> tuple[Ran, ev.Screenshot]:
    """The picture of a page."""
    pages = {"/": f"<!doctype html><body>{html}", **{f"/{name}": body for name, body in routes.items()}}
    ran = lab.flow("- open: /\n- wait: 300ms\n- expect: {url: /}", routes=pages, header=header)
    return ran, shots(ran)[-1]


class Memory:
    """A log and blobs in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.blobs: dict[str, bytes] = {}

    def append(self, event: Event, at: float) -> int:
        self.events.append(event)
        return len(self.events) - 1

    def flush(self) -> None:
        """Nothing is kept."""

    def put(self, data: bytes, extension: str) -> str:
        name = f"{hash(data)}.{extension}"
        self.blobs[name] = data
        return name

    @property
    def shot(self) -> ev.Screenshot:
        found = self.events[-1]
        assert isinstance(found, ev.Screenshot)
        return found


def camera() -> tuple[Memory, Screenshots]:
    memory = Memory()
    return memory, Screenshots(Recorder(memory, memory, Clock(), Redactor({})))


def watched(page: Page) -> PageState:
    """A state whose document changes with each commit, as the listeners do it."""
    state = PageState(number=0, page=page, user="main", document=1)

    def navigated(frame: object) -> None:
        if frame is page.main_frame:
            state.document = (state.document or 0) + 1

    def crashed(_: object) -> None:
        state.crashed = True

    page.on("framenavigated", navigated)
    page.on("crash", crashed)
    return state
