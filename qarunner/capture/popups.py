"""Who opened a page, and which of the requests that came before it are its own."""

from __future__ import annotations

from playwright.async_api import Error, Page

from qarunner.capture.network import Live


def opener_of(page: Page) -> Page | None:
    """The page that opened `page`, at once: its coroutine asks nothing of the browser."""
    asked = page.opener()
    try:
        asked.send(None)
    except StopIteration as told:
        found: Page | None = told.value
        return found
    except Error:
        return None
    finally:
        asked.close()
    return None


def belongs(item: Live, page: Page) -> bool:
    """Is `item` a request of a frame of `page`?"""
    try:
        return item.request is not None and item.request.frame.page == page
    except Error:
        return False
