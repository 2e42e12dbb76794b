"""What all parts of the driver share: the user at hand, the deadline of the step, waiting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from playwright.async_api import Error, Frame

from qarunner.capture.lag import LagMeter
from qarunner.capture.pages import Pages, PageState
from qarunner.capture.patience import within
from qarunner.capture.recorder import Recorder
from qarunner.capture.user import User
from qarunner.model.events import Alive
from qarunner.steps.driver import Blocked

T = TypeVar("T")

PAUSES_MS: Final = (0, 20, 50, 100)
"""Between two looks; the last one repeats."""

GRACE_S: Final = 1.0
"""How long beyond a deadline one call to the browser may take before the page counts as unresponsive."""

ANSWER_S: Final = 1.0
"""How long a page's main thread may take to answer at all."""

_FRAME: Final = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))"


async def answers(state: PageState) -> bool:
    """Does the main thread of a page answer in time? Kept in `state.stuck`."""
    try:
        await within(_ask(state), ANSWER_S)
    except TimeoutError:
        state.stuck = True
    except Error:
        return not state.crashed
    else:
        state.stuck = False
    return not state.stuck


async def _ask(state: PageState) -> None:
    """Playwright holds all evaluations back while a navigation is under way: the protocol does not."""
    if not state.navigating:
        await state.page.evaluate("1")
        return
    session = await state.page.context.new_cdp_session(state.page)
    await session.send("Runtime.evaluate", {"expression": "1"})
    await session.detach()


class DriverBase:
    """One step of one user. A new value a step."""

    def __init__(
        self,
        user: User,
        pages: Pages,
        recorder: Recorder,
        lag: LagMeter,
        *,
        base: str,
        started_ms: float,
        timeout_ms: int,
        window_ms: float,
        file: Callable[[str], Path],
        secret: bool,
    ) -> None:
        self.user, self.pages, self.recorder, self.lag = user, pages, recorder, lag
        self.base = base
        self.started_ms = started_ms
        self.timeout_ms = timeout_ms
        self.window_ms = window_ms
        self.secret = secret
        """Does the step keep what it is answered as a secret?"""
        self.file = file
        """From the name of a file in the flow to its path. Raises FlowDefect."""

    @property
    def state(self) -> PageState:
        return self.user.current

    @property
    def frame(self) -> Frame:
        return self.state.page.main_frame

    @property
    def deadline_ms(self) -> float:
        return self.started_ms + self.timeout_ms

    def remaining_ms(self) -> float:
        """Time left of this step; at least a little, so that one try is always made."""
        return max(50.0, self.deadline_ms - self.recorder.now())

    @property
    def expired(self) -> bool:
        return self.recorder.now() >= self.deadline_ms

    async def bounded(self, work: Awaitable[T], ms: float) -> T:
        """`work`, at most `ms` and a grace. Raises TimeoutError."""
        return await within(work, ms / 1000 + GRACE_S)

    def check_alive(self) -> None:
        """Raises Blocked when this page can never do anything again."""
        if self.state.crashed:
            raise Blocked("page-crash", "the page crashed")
        if self.state.closed:
            raise Blocked("target-missing", "the page was closed")
        if self.state.error_page and not self.state.navigating:
            raise Blocked("navigation", f"the browser shows its error page for {self.state.url}")

    async def one_frame(self) -> None:
        """Give the page a frame and a task, so that what the action began can show. Bounded."""
        try:
            await within(self.state.page.evaluate(_FRAME), 0.3)
        except (Error, TimeoutError):
            return  # it navigates or is busy: the waiting that follows deals with both

    async def settle_navigation(self, state: PageState) -> bool:
        """Wait until a navigation under way has its DOM, or failed. False when the deadline came first."""
        while state.navigating or not state.dom_ready:
            if state.closed or state.crashed:
                return True
            left = self.deadline_ms - self.recorder.now()
            if left <= 0:
                self.pages.timed_out(state)
                return False
            state.changed.clear()
            try:
                await within(state.changed.wait(), left / 1000)
            except TimeoutError:
                continue
        return True

    async def responsive(self) -> bool:
        """Does the page's main thread answer within a second?"""
        return await answers(self.state)

    async def alive(
        self,
        *,
        matched: int | None = None,
        visible: int | None = None,
        candidates: tuple[str, ...] = (),
        obstacle: str = "",
    ) -> Alive:
        """The post-mortem of this step."""
        return Alive(
            responsive=await self.responsive(),
            url=self.state.url,
            matched=matched,
            visible=visible,
            candidates=candidates,
            obstacle=obstacle,
            pending=tuple(f"{i.method} {i.url}" for i in self.user.network.pending(self.window_ms))[:20],
            lag_ms=self.lag.since(self.window_ms),
        )
