"""One browser for one attempt: starts it, gives each user a context, hands out drivers, closes all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from playwright.async_api import Browser, Error

from qarunner.capture.base import answers
from qarunner.capture.bodies import Bodies
from qarunner.capture.driver import PageDriver
from qarunner.capture.engine import Engine
from qarunner.capture.find import base_locator
from qarunner.capture.lag import LagMeter
from qarunner.capture.listeners import Listeners
from qarunner.capture.network import BodyWish, Network
from qarunner.capture.pagejs import shows_password_field
from qarunner.capture.pages import Pages, PageState
from qarunner.capture.patience import within
from qarunner.capture.recorder import Recorder
from qarunner.capture.screenshots import Screenshots
from qarunner.capture.user import User
from qarunner.capture.watching import watch_context, watch_frames
from qarunner.errors import BrowserMissing
from qarunner.model import events as ev
from qarunner.model.locator import Locator
from qarunner.model.ports import Clock
from qarunner.model.text import one_line
from qarunner.steps.driver import Blocked

LAUNCH_TIMEOUT_MS: Final = 30_000
CLOSE_TIMEOUT_S: Final = 3.0
PICTURE_S: Final = 30.0
BUSY_PICTURE_S: Final = 6.0
STUCK_PICTURE_S: Final = 1.0
"""How long to wait for a picture: of a page that answers, that is busy, and that was busy before."""

T = TypeVar("T")

_QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--mute-audio",
)


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """What the browser and all its contexts are made with. `context` are keyword arguments of Playwright's
    `browser.new_context`; `watches` the locators that the in-page observer looks for."""

    browser: Path
    sandbox: bool
    base: str
    origins: tuple[str, ...]
    context: Mapping[str, Any]
    wish: Callable[[str, str], BodyWish]
    file: Callable[[str], Path]
    identity_header: str | None = None
    bodies: bool = False
    """Does a check look into bodies? Then those that the page never reads are kept too."""
    watches: tuple[Locator, ...] = ()
    masks: tuple[Locator, ...] = ()


class Session:
    """Use as an async context manager. Raises BrowserMissing when the browser does not start."""

    def __init__(
        self, options: SessionOptions, recorder: Recorder, clock: Clock, engine: Engine | None = None
    ) -> None:
        """Without `engine` it starts (and stops) one of its own."""
        self.options, self.recorder = options, recorder
        self.pages = Pages(recorder)
        self.lag = LagMeter(clock)
        self.lost = False
        self._screenshots = Screenshots(recorder)
        self._users: dict[str, User] = {}
        self._requests = 0
        self._own_engine = engine is None
        self._engine = engine or Engine()
        self._browser: Browser | None = None

    async def __aenter__(self) -> Session:
        if self._own_engine:
            await self._engine.__aenter__()
        try:
            playwright = await self._engine.playwright()
            self._browser = await playwright.chromium.launch(
                executable_path=self.options.browser,
                headless=True,
                chromium_sandbox=self.options.sandbox,
                args=list(_QUIET),
                timeout=LAUNCH_TIMEOUT_MS,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            await self._stop_engine()
            raise BrowserMissing(
                f"the browser {self.options.browser} did not start: {one_line(error.message)}",
                "`qarunner doctor` says what is missing",
            ) from error
        self._browser.on("disconnected", lambda _: self._lost())
        self.lag.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hush()
        await self.lag.stop()
        for close in (self._close_browser, self._stop_engine):
            try:
                await within(close(), CLOSE_TIMEOUT_S)
            except (Error, TimeoutError, ConnectionError):
                continue

    def hush(self) -> None:
        """From now on what disconnects, fails or closes does so because we close it."""
        self.lost = True
        for user in self.users:
            user.listeners.ended = True

    async def _close_browser(self) -> None:
        if self._browser is not None:
            await self._browser.close()

    async def _stop_engine(self) -> None:
        if self._own_engine:
            await self._engine.__aexit__()

    def _lost(self) -> None:
        if not self.lost:
            self.lost = True
            self.recorder.emit(ev.BrowserLost(message="the browser ended or the connection to it broke"))

    # ---- users

    @property
    def users(self) -> Sequence[User]:
        return tuple(self._users.values())

    async def user(self, name: str) -> User:
        """The context of `name`, opened at first use. Raises playwright Error."""
        found = self._users.get(name)
        if found is not None:
            return found
        if self._browser is None:
            raise BrowserMissing("the browser is not open")
        context = await self._browser.new_context(**self.options.context)
        listeners: Listeners
        network = Network(
            recorder=self.recorder,
            origins=self.options.origins,
            identity_header=self.options.identity_header,
            wish=self.options.wish,
            place_of=lambda request: listeners.place_of(request),
            numbers=self._next_request,
            bodies=Bodies() if self.options.bodies else None,
        )
        listeners = Listeners(name, self.recorder, self.pages, network)
        listeners.attach(context)
        await watch_context(context, self.options.watches)
        page = await context.new_page()
        if network.bodies is not None:
            await network.bodies.attach(page)
        user = User(name, context, listeners, network, listeners.adopt(page))
        user.action_ms, user.action_seq = self.recorder.now(), self.recorder.last_seq + 1
        self._users[name] = user
        return user

    def _next_request(self) -> int:
        self._requests += 1
        return self._requests

    def driver(self, user: User, *, timeout_ms: int, window_ms: float, secret: bool = False) -> PageDriver:
        """The driver for one step, whose clock begins now. `secret`: what it is answered is kept as one."""
        return PageDriver(
            user,
            self.pages,
            self.recorder,
            self.lag,
            base=self.options.base,
            started_ms=self.recorder.now(),
            timeout_ms=timeout_ms,
            window_ms=window_ms,
            file=self.options.file,
            secret=secret,
        )

    async def watch(self, user: User, locators: Sequence[Locator]) -> None:
        """Let the observer look for these too, in all open documents of `user`."""
        for page in self.pages.all:
            if page.user == user.name and not page.closed:
                await watch_frames(page.page.frames, locators)

    async def guarded(self, work: Awaitable[T]) -> T:
        """`work`, with the browser's own errors told as what they mean. Raises Blocked."""
        try:
            return await work
        except Error as error:
            message = one_line(error.message)
            if self.lost or (self._browser is not None and not self._browser.is_connected()):
                raise Blocked("browser-crash", "the browser ended or the connection to it broke") from error
            if any(page.crashed for page in self.pages.all):
                raise Blocked("page-crash", "the page crashed") from error
            raise Blocked("target-missing", message) from error

    # ---- pictures and the end

    async def screenshot(self, user: User, step: int | None) -> int:
        """A picture of the user's current page; the number of its event. Always ends."""
        state = user.current
        masks = [] if state.error_page or state.closed else self._masks(state)
        known = state.stuck
        if state.closed or state.crashed or await answers(state):
            patience = PICTURE_S
        else:
            patience = STUCK_PICTURE_S if known else BUSY_PICTURE_S
        try:
            return await within(self._screenshots.take(state, step, masks), patience)
        except TimeoutError:
            why = f"no picture within {patience:g} s"
            return self.recorder.emit(ev.Screenshot(place=state.place(step), failed=why))

    def _masks(self, state: PageState) -> list[Any]:
        return [base_locator(state.page.main_frame, locator) for locator in self.options.masks]

    async def note_password_fields(self, user: User) -> None:
        """Does the current document show a password field? (A login page is told by it.)"""
        state = user.current
        if state.closed or state.crashed or state.error_page or state.document is None:
            return
        try:
            shown = await within(shows_password_field(state.page.main_frame, 1_000), 1.5)
        except (Error, TimeoutError):
            return
        if shown:
            self.recorder.emit(ev.DocumentState(place=state.place(self.recorder.step), password_field=True))

    async def settle(self, ms: int) -> None:
        """Look on for `ms`, then gather what is still under way, and write down the open requests."""
        await asyncio.sleep(ms / 1000)
        for user in self.users:
            await user.listeners.settle(2.0)
            user.network.write_pending()
