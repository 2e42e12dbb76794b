"""A user of a flow: a browser context of its own, with its listeners, its requests and its current page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext

from qarunner.capture.listeners import Listeners
from qarunner.capture.network import Network
from qarunner.capture.pages import PageState


@dataclass(slots=True, eq=False)
class User:
    """`current` is the page on which the next step acts; times in ms since the attempt began."""

    name: str
    context: BrowserContext
    listeners: Listeners
    network: Network
    current: PageState
    action_ms: float = 0.0
    action_seq: int = 0
    pages_before_action: int = 0

    def popups(self, all_pages: Sequence[PageState]) -> list[PageState]:
        """Pages of this user that are open and came since the latest action began."""
        return [p for p in all_pages[self.pages_before_action :] if p.user == self.name and not p.closed]


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """What every context of the flow is made with: keyword arguments of `browser.new_context`."""

    keywords: Mapping[str, Any]
    identity_header: str | None
    origins: tuple[str, ...]
    init_scripts: tuple[str, ...] = ()
