"""What a step does beside the page: HTTP calls with the user's cookies, pauses, armed dialogs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Final

from playwright.async_api import APIResponse, Error

from qarunner.capture.heard import ArmedDialog
from qarunner.capture.looking import answer_of
from qarunner.capture.navigating import Navigating
from qarunner.capture.network import BodyWish
from qarunner.model.observation import Answer

_NET_ERRORS: Final = {
    "ECONNREFUSED": "net::ERR_CONNECTION_REFUSED",
    "ECONNRESET": "net::ERR_CONNECTION_RESET",
    "socket hang up": "net::ERR_EMPTY_RESPONSE",
    "ENOTFOUND": "net::ERR_NAME_NOT_RESOLVED",
    "EAI_AGAIN": "net::ERR_NAME_NOT_RESOLVED",
    "ETIMEDOUT": "net::ERR_TIMED_OUT",
    "Timeout": "net::ERR_TIMED_OUT",
    "Max redirect": "net::ERR_TOO_MANY_REDIRECTS",
    "certificate": "net::ERR_CERT_AUTHORITY_INVALID",
    "aborted": "net::ERR_CONTENT_LENGTH_MISMATCH",
}
"""How the call's own errors are called by the browser."""

_FETCH: Final = """async ([url, method, headers, body]) => {
  const answer = await fetch(url, {method, headers, body: body === null ? undefined : body});
  await answer.text();
  return answer.status;
}"""


class Beside(Navigating):
    def arm_dialog(self, *, accept: bool, text: str | None) -> None:
        """All dialogs until the action after the next begins get this answer."""
        self.user.listeners.armed = ArmedDialog(accept=accept, text=text)

    async def pause(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)

    async def http(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes | None,
        content_type: str | None,
        as_page: bool,
    ) -> Answer:
        """One call; its answer, or its net error. `as_page` sends it from the page (origin, CORS)."""
        address = self.absolute(url)
        sent = dict(headers)
        if content_type is not None and not any(name.lower() == "content-type" for name in sent):
            sent["Content-Type"] = content_type
        if as_page:
            return await self._from_page(method, address, sent, body)
        network = self.user.network
        item = network.began_by_flow(method, address, self.state.place(self.recorder.step))
        try:
            answer: APIResponse = await self.user.context.request.fetch(
                address,
                method=method,
                headers=sent or None,
                data=body,
                timeout=self.remaining_ms(),
                fail_on_status_code=False,
            )
            item.status = answer.status
            item.answered = self.recorder.now()
            item.content_type = answer.headers.get("content-type", "")
            if network.identity_header:
                item.identity = answer.headers.get(network.identity_header.lower())
            network.keep_body(item, await answer.body(), "read" if self.secret else "keep")
            await answer.dispose()
        except Error as error:
            item.net_error = net_error_of(error.message)
        item.ended = self.recorder.now()
        network.write(item)
        return answer_of(item, bodies=True)

    async def _from_page(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        """The page's own listeners write the request down; we look for the answer that they heard."""
        began = self.recorder.now()
        network = self.user.network
        wish: BodyWish = "read" if self.secret else "keep"
        before, network.wish = network.wish, lambda *_: wish
        try:
            text = body.decode("utf-8", "replace") if body is not None else None
            sent = [address, method, dict(headers), text]
            await self.bounded(self.state.page.evaluate(_FETCH, sent), self.remaining_ms())
        except (Error, TimeoutError):
            pass  # the request in the log says what happened
        finally:
            network.wish = before
        await self.user.listeners.settle(1.0)
        asked = address.split("#")[0]
        made = [
            i for i in network.live if i.began >= began and (i.method, i.url.split("#")[0]) == (method, asked)
        ]
        if not made:
            return Answer(request=-1, method=method, url=address, path="", net_error="net::ERR_FAILED")
        final = made[0]
        while (
            after := next((i for i in network.live if i.redirected_from == final.number), None)
        ) is not None:
            final = after
        return answer_of(final, bodies=True)


def net_error_of(message: str) -> str:
    """The browser's name for an error of a call."""
    found = re.search(r"net::ERR_[A-Z_]+", message)
    if found:
        return found.group(0)
    return next((name for words, name in _NET_ERRORS.items() if words in message), "net::ERR_FAILED")
