"""Pages and addresses. `open` never fails by itself: the documents in the log tell what came."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urljoin

from playwright.async_api import Error, Response
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qarunner.capture.base import DriverBase
from qarunner.capture.pages import Cause, PageState
from qarunner.capture.patience import within
from qarunner.model.text import same
from qarunner.model.urls import path_matches
from qarunner.steps.driver import Blocked, Done

ERROR_PAGE_S: Final = 1.0
"""How long to wait for the browser's own error page after a failed navigation."""


class Navigating(DriverBase):
    def absolute(self, url: str) -> str:
        return urljoin(self.base, url) if self.base else url

    async def open(self, url: str) -> Done:
        page = self.state
        address = self.absolute(url)
        return await self._navigate(
            page, "open", lambda ms: page.page.goto(address, wait_until="domcontentloaded", timeout=ms)
        )

    async def reload(self) -> Done:
        page = self.state
        return await self._navigate(
            page, "reload", lambda ms: page.page.reload(wait_until="domcontentloaded", timeout=ms)
        )

    async def back(self) -> Done:
        page = self.state
        return await self._navigate(
            page, "back", lambda ms: page.page.go_back(wait_until="domcontentloaded", timeout=ms)
        )

    async def _navigate(
        self, page: PageState, cause: Cause, go: Callable[[float], Awaitable[Response | None]]
    ) -> Done:
        if page.crashed:
            raise Blocked("page-crash", "the page crashed")
        if page.closed:
            raise Blocked("target-missing", "the page was closed")
        page.cause = cause
        page.last_failed = None
        before = page.document
        try:
            await go(self.remaining_ms())
        except PlaywrightTimeout:
            self.pages.timed_out(page)
            if not page.navigating and not page.dom_ready:
                page.navigation = []
        except Error as error:
            if page.crashed:
                raise Blocked("page-crash", "the page crashed") from error
            if "invalid URL" in error.message or "Cannot navigate to invalid" in error.message:
                raise Blocked("flow-defect", f"`{page.url}` cannot be opened: no address") from error
            await self._error_page(page, before)
        finally:
            page.cause = "page"
        return Done()

    async def _error_page(self, page: PageState, before: int | None) -> None:
        """The browser shows its error page a moment after it told of the failure."""
        end = self.recorder.now() + ERROR_PAGE_S * 1000
        failed = page.last_failed
        if failed is None or failed.net_error == "net::ERR_ABORTED":
            return
        while (page.document == before or not page.dom_ready) and self.recorder.now() < end:
            page.changed.clear()
            try:
                await within(page.changed.wait(), 0.1)
            except TimeoutError:
                continue

    async def close(self) -> Done:
        """Closes the current page and goes back to its opener, else to another open page."""
        page = self.state
        try:
            await self.bounded(page.page.close(), self.remaining_ms())
        except (Error, TimeoutError) as error:
            raise Blocked("page-unresponsive", "the page did not close") from error
        rest = [p for p in self.pages.all if p.user == self.user.name and not p.closed and p is not page]
        opener = page.opener
        if opener is not None and not opener.closed:
            self.user.current = opener
        elif rest:
            self.user.current = rest[-1]
        return Done()

    async def switch_page(self, *, main: bool, url: str | None, title: str | None) -> Done:
        """To the first page of the user, or to the one with that address or title."""

        def candidates() -> list[PageState]:
            mine = [p for p in self.pages.all if p.user == self.user.name and not p.closed]
            return mine[:1] if main else mine

        return await self._choose(candidates, url, title, "no open page fits")

    async def popup(self, *, url: str | None, title: str | None) -> Done:
        """To the page that the latest action opened."""
        return await self._choose(
            lambda: self.user.popups(self.pages.all), url, title, "the latest action opened no such page"
        )

    async def _choose(
        self, candidates: Callable[[], list[PageState]], url: str | None, title: str | None, why: str
    ) -> Done:
        while True:
            fitting = [p for p in candidates() if await self._fits(p, url, title)]
            if len(fitting) == 1:
                self.user.current = fitting[0]
                await self.settle_navigation(fitting[0])
                return Done(matched=1, value=fitting[0].url)
            if self.expired:
                if fitting:
                    raise Blocked(
                        "flow-defect", f"{len(fitting)} pages fit: say which by `url` or `page_title`"
                    )
                raise Blocked("target-missing", why, matched=0)
            await asyncio.sleep(0.05)

    async def _fits(self, page: PageState, url: str | None, title: str | None) -> bool:
        if url is not None and not path_matches(url, page.url, self.user.network.origins):
            return False
        if title is None:
            return True
        try:
            return same(title, await self.bounded(page.page.title(), 500))
        except (Error, TimeoutError):
            return False

    async def set_viewport(self, width: int, height: int) -> Done:
        await self.state.page.set_viewport_size({"width": width, "height": height})
        return Done()
