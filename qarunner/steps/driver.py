"""What a step may do: the browser seen as a protocol of plain values.

Everything waits until the deadline of its step; what could not be done is told by raising Blocked, with
what the post-mortem saw. A driver never judges: `wait_until` owns the clock, `judge` is a function of
the values that `look` gave.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from qarunner.model.base import Json
from qarunner.model.events import Alive, Hit, Obstacle
from qarunner.model.locator import Locator
from qarunner.model.observation import Answer, Match, Seen

Looks: TypeAlias = tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """An action came to its end. `saved` goes into `$names`."""

    matched: int | None = None
    hit: Hit | None = None
    read_back: str | None = None
    log: tuple[str, ...] = ()
    value: Json = None


class Blocked(Exception):
    """An action could not be done; `obstacle` says why as far as it could be seen."""

    def __init__(
        self,
        obstacle: Obstacle,
        message: str,
        *,
        matched: int | None = None,
        hit: Hit | None = None,
        log: Sequence[str] = (),
        alive: Alive | None = None,
    ) -> None:
        super().__init__(message)
        self.obstacle: Obstacle = obstacle
        self.message = message
        self.matched, self.hit, self.log, self.alive = matched, hit, tuple(log), alive


@dataclass(frozen=True, slots=True)
class Ending:
    """How a wait ended: the last looks and their time (ms since the attempt began), how many looks there
    were, and for how long the conditions had held without a break."""

    looks: Looks
    ended: Literal["condition", "deadline", "ambiguous", "page-gone"]
    looked_ms: float
    count: int
    held_for_ms: float


Found: TypeAlias = Literal["holds", "not-yet", "ambiguous", "never"]
"""What a judge says of the looks: `never` ends the wait at once (nothing later can make it true)."""


class Driver(Protocol):
    """One user's browser, at one step. All times in milliseconds."""

    @property
    def timeout_ms(self) -> int: ...

    # ---- pages
    async def open(self, url: str) -> Done: ...
    async def reload(self) -> Done: ...
    async def back(self) -> Done: ...
    async def close(self) -> Done: ...
    async def switch_page(self, *, main: bool, url: str | None, title: str | None) -> Done: ...
    async def popup(self, *, url: str | None, title: str | None) -> Done: ...
    async def set_viewport(self, width: int, height: int) -> Done: ...

    # ---- pointer and keyboard
    async def click(self, target: Locator, *, count: int, at: tuple[float, float] | None) -> Done: ...
    async def hover(self, target: Locator, *, at: tuple[float, float] | None) -> Done: ...
    async def tick(self, target: Locator, *, on: bool, at: tuple[float, float] | None) -> Done: ...
    async def fill(self, target: Locator, text: str, *, by_key: bool) -> Done: ...
    async def type_keys(self, text: str) -> Done: ...
    async def press(self, keys: str, target: Locator | None) -> Done: ...
    async def select(self, target: Locator, options: Sequence[str]) -> Done: ...
    async def upload(self, target: Locator, files: Sequence[str]) -> Done: ...
    async def scroll(self, target: Locator | None, *, to: str | int | None) -> Done: ...
    def arm_dialog(self, *, accept: bool, text: str | None) -> None: ...

    async def element(self, target: Locator, attributes: Sequence[str]) -> Match: ...

    # ---- beside the page
    async def http(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes | None,
        content_type: str | None,
        as_page: bool,
    ) -> Answer: ...
    async def pause(self, ms: int) -> None: ...

    # ---- looking
    async def look_elements(
        self, locator: Locator, attributes: Sequence[str], *, sightings: bool
    ) -> Seen: ...
    async def look_page(self) -> Seen: ...
    async def look_network(self, wants: Callable[[str, str], bool], *, bodies: bool) -> Seen: ...
    async def look_downloads(self) -> Seen: ...
    async def look_dialogs(self) -> Seen: ...
    async def look_console(self) -> Seen: ...
    async def wait_until(
        self,
        probe: Callable[[], Awaitable[Looks]],
        judge: Callable[[Looks], Found],
        *,
        deadline_ms: float,
        for_ms: int,
    ) -> Ending: ...
