"""Pages and their main-frame documents: what was committed, with which answer, by whom.

A new document shows as `framenavigated` after the answer (or failure) of a main-frame navigation
request, or with a scheme that needs no request (`about:`, `blob:`, `data:`, `chrome-error:`). Any other
`framenavigated` is a change of address within the document.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from playwright.async_api import Page

from qarunner.capture.network import Live
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev

Cause: TypeAlias = Literal["open", "reload", "back", "page"]

_WITHOUT_REQUEST = ("about:", "blob:", "data:", "chrome-error:", "file:", "javascript:")


@dataclass(slots=True, eq=False)
class PageState:
    """One page (tab). `document` is the number of its current main-frame document."""

    number: int
    page: Page
    user: str
    opener: PageState | None = None
    document: int | None = None
    url: str = "about:blank"
    status: int | None = None
    error_page: bool = False
    dom_ready: bool = True
    crashed: bool = False
    closed: bool = False
    stuck: bool = False
    """Its main thread did not answer when it was last asked."""
    cause: Cause = "page"
    navigation: list[Live] = field(default_factory=list)
    """The main-frame navigation under way: its request and those that it was redirected to."""
    last_failed: Live | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at every commit, DOM ready, failure, crash and close; the waiter clears it."""

    def place(self, step: int | None) -> ev.Place:
        return ev.Place(
            user=self.user, page=self.number, frame=0, document=self.document, step=step, origin=""
        )

    @property
    def navigating(self) -> bool:
        """Is a main-frame navigation under way that has neither committed nor failed?"""
        return bool(self.navigation)


@dataclass(slots=True)
class Pages:
    """All pages of all users; numbers of pages and documents are given here."""

    recorder: Recorder
    all: list[PageState] = field(default_factory=list)
    documents: int = 0

    def opened(self, page: Page, user: str, opener: PageState | None) -> PageState:
        state = PageState(number=len(self.all), page=page, user=user, opener=opener)
        self.all.append(state)
        self.recorder.emit(
            ev.PageOpened(
                place=state.place(self.recorder.step), opener=opener.number if opener is not None else None
            )
        )
        return state

    def of(self, page: Page | None) -> PageState | None:
        return next((s for s in self.all if s.page is page), None)

    def navigation_began(self, state: PageState, item: Live) -> None:
        if item.redirected_from is None:
            state.navigation = [item]
        else:
            state.navigation.append(item)
        state.changed.set()

    def navigation_failed(self, state: PageState, item: Live) -> None:
        """The navigation gave no document (a net error's own error page is committed a moment later)."""
        if not state.navigation or state.navigation[-1] is not item:
            return
        first = state.navigation[0]
        state.last_failed = item
        if item.net_error not in ("net::ERR_ABORTED", ""):
            state.changed.set()
            return  # the browser's error page follows as a document of its own
        state.navigation = []
        outcome: Literal["no-content", "download", "aborted"] = (
            "no-content"
            if item.benign == "no-content"
            else "download"
            if item.benign == "download"
            else "aborted"
        )
        self.recorder.emit(
            ev.NavigationFailed(
                place=state.place(self.recorder.step),
                asked=first.url,
                status=item.status,
                net_error=item.net_error,
                outcome=outcome,
                answered=item.status is not None,
                by=state.cause,
            )
        )
        state.changed.set()

    def timed_out(self, state: PageState) -> None:
        """A navigation that neither committed nor failed until its deadline."""
        if not state.navigation:
            return
        first, last = state.navigation[0], state.navigation[-1]
        self.recorder.emit(
            ev.NavigationFailed(
                place=state.place(self.recorder.step),
                asked=first.url,
                status=last.status,
                outcome="time-out",
                answered=last.status is not None,
                by=state.cause,
            )
        )

    def frame_navigated(self, state: PageState, url: str) -> None:
        chain = state.navigation
        if not (url.startswith(_WITHOUT_REQUEST) or _answers(chain, url)):
            state.url = url
            self.recorder.emit(ev.DocumentState(place=state.place(self.recorder.step), url=url))
            state.changed.set()
            return
        error_page = url.startswith("chrome-error:")
        last = chain[-1] if chain and (error_page or not url.startswith(_WITHOUT_REQUEST)) else None
        if url == "about:blank" and state.document is None and state.opener is None:
            state.url = url
            return  # the empty page that every new context begins with
        before = state.document if state.document is not None else _document_of(state.opener)
        self.documents += 1
        state.document = self.documents
        state.navigation = []
        state.dom_ready = False
        state.stuck = False
        state.error_page = error_page
        state.url = last.url if error_page and last else url
        state.status = last.status if last else None
        self.recorder.emit(
            ev.DocumentCommitted(
                place=state.place(self.recorder.step),
                url=state.url,
                asked=chain[0].url if last else url,
                method=last.method if last else "GET",
                status=state.status,
                net_error=last.net_error if last else "",
                error_page=error_page,
                redirects=tuple((i.status or 0, i.url) for i in chain[:-1]) if last else (),
                content_type=last.content_type if last else "",
                identity=last.identity if last else None,
                inherits=before if url.startswith(("about:", "blob:")) else None,
                by=state.cause,
            )
        )
        state.changed.set()

    def dom_ready(self, state: PageState) -> None:
        state.dom_ready = True
        if state.document is not None:
            self.recorder.emit(ev.DocumentState(place=state.place(self.recorder.step), dom_ready=True))
        state.changed.set()

    def crashed(self, state: PageState) -> None:
        state.crashed = True
        self.recorder.emit(ev.PageCrashed(place=state.place(self.recorder.step)))
        state.changed.set()

    def closed(self, state: PageState) -> None:
        state.closed = True
        self.recorder.emit(ev.PageClosed(place=state.place(self.recorder.step)))
        state.changed.set()


def _document_of(state: PageState | None) -> int | None:
    return state.document if state else None


def _answers(chain: list[Live], url: str) -> bool:
    """Is `url` the document that this navigation asked for?"""
    return (
        bool(chain)
        and chain[-1].url.split("#")[0] == url.split("#")[0]
        and (chain[-1].status is not None or chain[-1].net_error != "" or chain[-1].from_service_worker)
    )
