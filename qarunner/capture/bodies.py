"""Bodies of answers that a page never reads: for them the browser's own `body()` never returns.

A page that only looks at the status of its `fetch` leaves the body in the pipe. The DevTools protocol streams
what has come of it; it is whole when it has the announced length, else when nothing more comes.
"""

from __future__ import annotations

import asyncio
import base64
import functools
from collections import deque
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Page

PATIENCE_S: Final = 0.4
"""How long the page has for reading its body before we take it out of the pipe."""

QUIET_S: Final = 0.5
KEPT: Final = 200


class Bodies:
    """Of one user's pages. Attach each page before its first navigation."""

    def __init__(self) -> None:
        self._asked: deque[tuple[str, str, str, CDPSession]] = deque(maxlen=KEPT)
        self._streams: dict[str, bytearray] = {}

    async def attach(self, page: Page) -> None:
        """Raises nothing: without it such a body is just not kept."""
        try:
            session = await page.context.new_cdp_session(page)
            session.on("Network.requestWillBeSent", functools.partial(self._sent, session))
            session.on("Network.dataReceived", self._received)
            await session.send("Network.enable")
        except Error:
            return

    def _sent(self, session: CDPSession, event: dict[str, Any]) -> None:
        request = event.get("request", {})
        self._asked.append(
            (str(request.get("method")), str(request.get("url")), str(event.get("requestId")), session)
        )

    def _received(self, event: dict[str, Any]) -> None:
        stream = self._streams.get(str(event.get("requestId")))
        if stream is not None and event.get("data"):
            stream += base64.b64decode(event["data"])

    async def unread(self, method: str, url: str, length: int | None) -> bytes | None:
        """What came so far of the latest answer to this request; None when the browser cannot tell."""
        plain = url.split("#")[0]
        found = next(
            (a for a in reversed(self._asked) if a[0] == method and a[1].split("#")[0] == plain), None
        )
        if found is None or found[2] in self._streams:
            return None
        number, session = found[2], found[3]
        stream = self._streams[number] = bytearray()
        try:
            told = await session.send("Network.streamResourceContent", {"requestId": number})
        except Error:
            return None  # it came to its end meanwhile
        stream[:0] = base64.b64decode(told["bufferedData"])
        size = -1
        while (length is None or len(stream) < length) and len(stream) != size:
            size = len(stream)
            await asyncio.sleep(QUIET_S)
        return bytes(stream)
