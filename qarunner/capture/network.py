"""Requests of a browser context as facts: pages, frames, popups, workers and service workers alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

from playwright.async_api import Error, Request, Response

from qarunner.capture.bodies import PATIENCE_S, Bodies
from qarunner.capture.patience import within
from qarunner.capture.recorder import Recorder
from qarunner.model import events as ev
from qarunner.model.urls import origin_of

MAX_BODY: Final = 2 * 1024 * 1024
"""Longest body that is kept, in bytes."""

BODY_PATIENCE_S: Final = 5.0
"""`response.body()` never returns when the page never reads the body of its own fetch."""


BodyWish: TypeAlias = Literal["none", "read", "keep"]
"""What is to be done with the body of an answer. `read`: for the checks only, because it holds a value that
the flow is about to keep as a secret."""


@dataclass(slots=True, eq=False)
class Live:
    """A request under way. `ended` when it came to an end; times in ms since the attempt began."""

    number: int
    request: Request | None
    method: str
    url: str
    resource_type: str
    navigation: bool
    place: ev.Place
    began: float
    redirected_from: int | None
    own: bool
    status: int | None = None
    answered: float | None = None
    content_type: str = ""
    identity: str | None = None
    disposition: str = ""
    net_error: str = ""
    ended: float | None = None
    from_service_worker: bool = False
    benign: str = ""
    body: str | None = None
    body_text: str | None = None
    size: int | None = None
    by_flow: bool = False
    body_task: asyncio.Task[None] | None = None
    written: bool = False

    @property
    def path(self) -> str:
        return unquote(urlsplit(self.url).path) or "/"

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.url).query, keep_blank_values=True)


@dataclass(slots=True)
class Network:
    """All requests of one user's context, in order of beginning."""

    recorder: Recorder
    origins: Sequence[str]
    identity_header: str | None
    wish: Callable[[str, str], BodyWish]
    place_of: Callable[[Request], ev.Place]
    numbers: Callable[[], int]
    bodies: Bodies | None = None
    live: list[Live] = field(default_factory=list)
    _by_request: dict[Request, Live] = field(default_factory=dict)

    def began(self, request: Request) -> Live:
        before = self._by_request.get(request.redirected_from) if request.redirected_from else None
        place = before.place if before else self.place_of(request)
        item = Live(
            number=self.numbers(),
            request=request,
            method=request.method,
            url=request.url,
            resource_type=request.resource_type,
            navigation=request.is_navigation_request(),
            place=place,
            began=self.recorder.now(),
            redirected_from=before.number if before else None,
            own=origin_of(request.url) in self.origins,
        )
        self.live.append(item)
        self._by_request[request] = item
        return item

    def began_by_flow(self, method: str, url: str, place: ev.Place) -> Live:
        """A request that an `http` step sends itself."""
        item = Live(
            number=self.numbers(),
            request=None,
            method=method,
            url=url,
            resource_type="http-step",
            navigation=False,
            place=place,
            began=self.recorder.now(),
            redirected_from=None,
            own=origin_of(url) in self.origins,
            by_flow=True,
        )
        self.live.append(item)
        return item

    def find(self, request: Request) -> Live | None:
        return self._by_request.get(request)

    def answered(self, response: Response) -> Live | None:
        item = self._by_request.get(response.request)
        if item is None:
            return None
        headers = response.headers
        item.status = response.status
        item.answered = self.recorder.now()
        item.content_type = headers.get("content-type", "")
        item.disposition = headers.get("content-disposition", "")
        item.from_service_worker = response.from_service_worker
        if self.identity_header:
            item.identity = headers.get(self.identity_header.lower())
        if not 300 <= response.status < 400 and self.wish(item.method, item.url) != "none":
            item.body_task = asyncio.ensure_future(self._read_body(item, response))
        return item

    async def _read_body(self, item: Live, response: Response) -> None:
        """The body as the page reads it; one that it does not read is taken out of the pipe."""
        read = asyncio.ensure_future(response.body())
        await asyncio.wait({read}, timeout=PATIENCE_S)
        if not read.done():
            length = response.headers.get("content-length", "")
            plain = "content-encoding" not in response.headers
            data = await self._unread(item, int(length) if length.isdigit() and plain else None)
            if data is not None:
                read.cancel()
                self.keep_body(item, data)
                return
        try:
            self.keep_body(item, await within(read, BODY_PATIENCE_S))
        except (TimeoutError, Error):
            return

    async def _unread(self, item: Live, length: int | None) -> bytes | None:
        if self.bodies is None:
            return None
        data = await self.bodies.unread(item.method, item.url, length)
        return data if data is not None and (length is None or len(data) == length) else None

    def keep_body(self, item: Live, data: bytes, wish: BodyWish | None = None) -> None:
        """Keep the bytes of an answer as text for the checks and, if that is wished, as a blob (redacted)."""
        item.size = len(data)
        if len(data) > MAX_BODY:
            self.recorder.count_dropped("body")
            return
        item.body_text = data.decode("utf-8", "replace")
        if (wish or self.wish(item.method, item.url)) == "read":
            return
        kind = item.content_type.split(";")[0].strip()
        item.body = self.recorder.blob(data, "json" if kind.endswith("json") else "txt")

    def failed(self, request: Request, failure: str) -> Live | None:
        """The request failed with `failure` (`net::ERR_*`)."""
        item = self._by_request.get(request)
        if item is not None:
            item.net_error = failure
            item.benign = benign(item)
        return item

    async def ended(self, request: Request) -> None:
        """The request finished or failed; it is written down, once its body is there if one is wanted."""
        item = self._by_request.get(request)
        if item is None or item.ended is not None:
            return
        item.ended = self.recorder.now()
        item.benign = benign(item)
        if item.body_task is not None:
            await asyncio.wait({item.body_task}, timeout=BODY_PATIENCE_S)
        self.write(item)

    def write(self, item: Live, *, pending: bool = False) -> None:
        if item.written:
            return
        item.written = True
        self.recorder.emit(
            ev.Request(
                place=item.place,
                number=item.number,
                method=item.method,
                url=item.url,
                path=item.path,
                query=item.query,
                resource_type=item.resource_type,
                navigation=item.navigation,
                status=item.status,
                net_error=item.net_error,
                from_service_worker=item.from_service_worker,
                redirected_from=item.redirected_from,
                began_ms=item.began,
                answered_ms=item.answered,
                ended_ms=item.ended,
                size=item.size,
                content_type=item.content_type,
                body=item.body,
                own=item.own,
                benign=item.benign,
                pending=pending,
                by_flow=item.by_flow,
            )
        )

    def write_pending(self) -> None:
        """Requests that are still open when we stop looking."""
        for item in self.live:
            self.write(item, pending=item.ended is None and item.status is None)

    def pending(self, since: float = 0.0) -> list[Live]:
        """Own-origin requests that began at or after `since` and have no status line and no end yet."""
        return [i for i in self.live if i.own and i.ended is None and i.status is None and i.began >= since]


def benign(item: Live) -> str:
    """Why a failed request means nothing, or "": the browser tells all of these as ERR_ABORTED."""
    if item.path == "/favicon.ico" and item.resource_type in ("other", "image"):
        return "favicon"
    if item.net_error != "net::ERR_ABORTED":
        return ""
    if item.status in (204, 205):
        return "no-content"
    if "attachment" in item.disposition.lower() or (item.navigation and item.status is not None):
        return "download"
    return "navigation-cancelled"
