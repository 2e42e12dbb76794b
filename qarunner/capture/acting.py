"""Pointer and keyboard. Each action finds its one element, acts, and records what was really hit.

Playwright waits until the element is stable, enabled and receives events; when it gives up, the
post-mortem looks at the page itself to say what was in the way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from playwright.async_api import ElementHandle, Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qarunner.capture.find import match_of
from qarunner.capture.pagejs import fact_of, hit_of
from qarunner.capture.targets import Need, Target, Targets
from qarunner.model.events import Hit, Obstacle
from qarunner.model.locator import Locator
from qarunner.model.observation import Box
from qarunner.model.text import one_line, same
from qarunner.steps.driver import Blocked, Done

LOG_LINES: Final = 20

_BOX = "(el) => { const r = el.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; }"
_TWO_BOXES = (
    "(el) => new Promise((done) => { const a = el.getBoundingClientRect(); requestAnimationFrame(() =>"
    " requestAnimationFrame(() => { const b = el.getBoundingClientRect();"
    " done(a.left !== b.left || a.top !== b.top || a.width !== b.width || a.height !== b.height); })); })"
)
_OPTIONS = (
    "(el) => el.tagName === 'SELECT'"
    " ? [...el.options].map((o) => [o.label || o.text, o.value, o.disabled]) : null"
)
_IS_FILE = "(el) => el.tagName === 'INPUT' && el.type === 'file'"


class Acting(Targets):
    async def click(self, target: Locator, *, count: int, at: tuple[float, float] | None) -> Done:
        position: Any = {"x": at[0], "y": at[1]} if at else None

        async def act(handle: ElementHandle, ms: float) -> None:
            await handle.click(click_count=count, position=position, timeout=ms, no_wait_after=True)

        return await self._pointer(target, act, at)

    async def hover(self, target: Locator, *, at: tuple[float, float] | None) -> Done:
        position: Any = {"x": at[0], "y": at[1]} if at else None

        async def act(handle: ElementHandle, ms: float) -> None:
            await handle.hover(position=position, timeout=ms)

        return await self._pointer(target, act, at)

    async def tick(self, target: Locator, *, on: bool, at: tuple[float, float] | None) -> Done:
        position: Any = {"x": at[0], "y": at[1]} if at else None

        async def act(handle: ElementHandle, ms: float) -> None:
            await handle.set_checked(on, position=position, timeout=ms, no_wait_after=True)

        return await self._pointer(target, act, at, need="control")

    async def _pointer(
        self,
        locator: Locator,
        act: Callable[[ElementHandle, float], Awaitable[None]],
        at: tuple[float, float] | None,
        need: Need = "visible",
    ) -> Done:
        """One pointer action, begun anew when the element is replaced before it was hit."""
        page = self.state
        while True:
            target = await self.target(locator, need)
            hit: Hit | None = None
            try:
                hit = await self._hit(target, at)
                await act(target.handle, self.remaining_ms())
            except Error as error:
                if _detached(error) and not self.expired:
                    continue
                raise await self._why_not(error, target, hit) from error
            await self.one_frame()
            await self.settle_navigation(page)
            return Done(matched=target.matched, hit=hit)

    async def _hit(self, target: Target, at: tuple[float, float] | None) -> Hit:
        """What the pointer will meet. Scrolls the element on screen, as the action itself would."""
        await target.handle.scroll_into_view_if_needed(timeout=min(1_000, self.remaining_ms()))
        x, y, width, height = await target.handle.evaluate(_BOX)
        point = (x + at[0], y + at[1]) if at else (x + width / 2, y + height / 2)
        raw = await hit_of(target.handle, *point)
        return Hit(
            role=raw["role"],
            name=raw["name"],
            tag=raw["tag"],
            box=Box(x=x, y=y, width=width, height=height),
            point=(round(point[0], 1), round(point[1], 1)),
            top=raw["top"],
        )

    async def _why_not(self, error: Error, target: Target, hit: Hit | None) -> Blocked:
        """The post-mortem of an action that the browser gave up."""
        self.check_alive()
        log = _log_of(error)
        obstacle: Obstacle = "target-missing"
        message = one_line(error.message.splitlines()[0])
        if not await self.responsive():
            return Blocked("page-unresponsive", "the page's main thread does not answer", hit=hit, log=log)
        try:
            raw = await self.bounded(fact_of(target.handle), 500)
            moving = await self.bounded(target.handle.evaluate(_TWO_BOXES), 500)
            now = await self.bounded(self._hit(target, None), 1_000)
        except (Error, TimeoutError):
            text = "\n".join(log)
            if "intercepts pointer events" in text:
                obstacle = "target-covered"
            elif "not stable" in text:
                obstacle, message = "target-moving", "the element never stood still"
            return Blocked(
                obstacle, message, matched=target.matched, hit=hit, log=log, alive=await self.alive()
            )
        match = match_of(raw, 0)
        if match.disabled:
            obstacle, message = "target-disabled", f'{match.role or match.tag} "{match.name}" is disabled'
        elif moving or any("not stable" in line for line in log[-6:]):
            obstacle, message = "target-moving", f'{match.role or match.tag} "{match.name}" never stood still'
        elif now.top or match.hidden_because.startswith("covered by"):
            by = now.top or match.hidden_because.removeprefix("covered by ")
            obstacle, message = (
                "target-covered",
                f'{match.role or match.tag} "{match.name}" is covered by {by}',
            )
        elif isinstance(error, PlaywrightTimeout) and "intercepts pointer events" in "\n".join(log):
            obstacle, message = "target-covered", f'{match.role or match.tag} "{match.name}" was covered'
        elif match.hidden_because:
            message = f"{match.role or match.tag} is not visible: {match.hidden_because}"
        return Blocked(
            obstacle,
            message,
            matched=target.matched,
            hit=now,
            log=log,
            alive=await self.alive(obstacle=message),
        )

    # ---- fields

    async def fill(self, target: Locator, text: str, *, by_key: bool) -> Done:
        """`fill` sets the value at once, `type` presses key by key; both read it back."""
        page = self.state
        while True:
            found = await self.target(target)
            try:
                if by_key:
                    await found.handle.fill("", timeout=self.remaining_ms())
                    await found.handle.type(text, timeout=max(self.remaining_ms(), 100.0 * len(text)))
                else:
                    await found.handle.fill(text, timeout=self.remaining_ms())
                raw = await self.bounded(fact_of(found.handle), self.remaining_ms())
            except Error as error:
                if _detached(error) and not self.expired:
                    continue
                if "Malformed value" in error.message or "Cannot type text into" in error.message:
                    raise Blocked(
                        "value-refused",
                        f"the field takes no such value: {one_line(text)}",
                        matched=found.matched,
                    ) from error
                if "not an <input>" in error.message or "Input of type" in error.message:
                    why = one_line(error.message.splitlines()[0])
                    raise Blocked(
                        "flow-defect", f"{target.describe()} cannot be filled: {why}", matched=found.matched
                    ) from error
                raise await self._why_not(error, found, None) from error
            value = raw["value"] or ""
            if text and not value:
                raise Blocked(
                    "value-refused",
                    f"{target.describe()} is empty after `{one_line(text)}`",
                    matched=found.matched,
                )
            await self.settle_navigation(page)
            match = match_of(raw, 0)
            hit = Hit(role=match.role, name=match.name, tag=match.tag, box=match.box)
            return Done(matched=found.matched, hit=hit, read_back=match.value)

    async def type_keys(self, text: str) -> Done:
        self.check_alive()
        page = self.state
        await page.page.keyboard.type(text)
        await self.one_frame()
        await self.settle_navigation(page)
        return Done()

    async def press(self, keys: str, target: Locator | None) -> Done:
        """`keys` are one or more of Playwright's key names with blanks between: `Control+A Delete`."""
        page = self.state
        self.check_alive()
        matched = None
        if target is not None:
            found = await self.target(target)
            matched = found.matched
            await found.handle.focus()
        for key in keys.split(" ") if keys != " " else [" "]:
            if not key:
                continue
            try:
                await page.page.keyboard.press(key)
            except Error as error:
                if "Unknown key" in error.message:
                    raise Blocked(
                        "flow-defect", f"`{key}` is no key: write it like Enter, Tab or Control+A"
                    ) from error
                self.check_alive()
                raise Blocked("target-missing", one_line(error.message)) from error
        await self.one_frame()
        await self.settle_navigation(page)
        return Done(matched=matched)

    async def select(self, target: Locator, options: Sequence[str]) -> Done:
        """Options of a `<select>` by what a person reads, else by their value."""
        page = self.state
        while True:
            found = await self.target(target)
            try:
                listed = await found.handle.evaluate(_OPTIONS)
                if listed is None:
                    raise Blocked(
                        "flow-defect", f"{target.describe()} is no <select>: use `click` on its options"
                    )
                chosen = [_option(listed, wanted) for wanted in options]
                if all(c is not None for c in chosen):
                    indexes = [c for c in chosen if c is not None]
                    await found.handle.select_option(index=indexes, timeout=self.remaining_ms())
                    raw = await fact_of(found.handle)
                    await self.one_frame()
                    await self.settle_navigation(page)
                    match = match_of(raw, 0)
                    hit = Hit(role=match.role, name=match.name, tag=match.tag, box=match.box)
                    return Done(matched=found.matched, hit=hit, read_back=match.text)
            except Error as error:
                if _detached(error) and not self.expired:
                    continue
                raise await self._why_not(error, found, None) from error
            if self.expired:
                there = ", ".join(f'"{label}"' for label, _, _ in listed[:10])
                raise Blocked("target-missing", f"no such option in {target.describe()}; there are: {there}")
            await asyncio.sleep(0.05)

    async def upload(self, target: Locator, files: Sequence[str]) -> Done:
        """Into a file input (also a hidden one); else clicks it and answers the chooser."""
        paths = [self.file(name) for name in files]
        found = await self.target(target, "any")
        page = self.state
        try:
            if await found.handle.evaluate(_IS_FILE):
                await found.handle.set_input_files(paths, timeout=self.remaining_ms())
            else:
                self.user.listeners.chooser_expected = True
                try:
                    async with page.page.expect_file_chooser(timeout=self.remaining_ms()) as chooser:
                        await found.handle.click(timeout=self.remaining_ms(), no_wait_after=True)
                    await (await chooser.value).set_files(paths)
                finally:
                    self.user.listeners.chooser_expected = False
        except Error as error:
            raise await self._why_not(error, found, None) from error
        await self.one_frame()
        await self.settle_navigation(page)
        return Done(matched=found.matched)


def _option(listed: Sequence[Sequence[Any]], wanted: str) -> int | None:
    for column in (0, 1):
        for index, row in enumerate(listed):
            if same(wanted, row[column]) and not row[2]:
                return index
    return None


def _detached(error: Error) -> bool:
    text = error.message
    return "not attached" in text or "detached" in text or "Execution context was destroyed" in text


def _log_of(error: Error) -> tuple[str, ...]:
    """The call log of a Playwright error, its last lines first cut."""
    _, _, log = error.message.partition("Call log:")
    lines = [one_line(line.strip(" -")) for line in log.splitlines() if line.strip()]
    return tuple(lines[-LOG_LINES:])
