"""Fields and keys: filling, typing, pressing, selecting, uploading. Values are read back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qarunner.capture.acting import Acting
from qarunner.capture.find import match_of
from qarunner.capture.pagejs import fact_of
from qarunner.capture.postmortem import is_detached
from qarunner.capture.targets import Target
from qarunner.model.events import Hit
from qarunner.model.locator import Locator
from qarunner.model.observation import Match
from qarunner.model.text import one_line, same
from qarunner.steps.driver import Blocked, Done

_OPTIONS: Final = (
    "(el) => el.tagName !== 'SELECT' ? null : { multiple: el.multiple, options: [...el.options].map((o) =>"
    " [o.label || o.text, o.value, o.disabled || !!o.closest('optgroup:disabled')]) }"
)
_FILES: Final = "(el) => el.tagName === 'INPUT' && el.type === 'file' ? { multiple: el.multiple } : null"
_REFUSED: Final = ("Malformed value", "Cannot type text into")
_NO_FIELD: Final = ("not an <input>", "Input of type", "does not have a role allowing")


class Fields(Acting):
    async def fill(self, target: Locator, text: str, *, by_key: bool) -> Done:
        """`fill` sets the value at once, `type` presses key by key; both read it back."""
        page = self.state
        anew = 0
        while True:
            found = await self.target(target)
            try:
                if by_key:
                    await found.handle.fill("", timeout=self.remaining_ms())
                    await found.handle.type(text, timeout=max(self.remaining_ms(), 100.0 * len(text)))
                else:
                    await found.handle.fill(text, timeout=self.remaining_ms())
                match = match_of(await self.bounded(fact_of(found.handle), self.remaining_ms()), 0)
            except TimeoutError as error:
                raise self.unresponsive() from error
            except Error as error:
                if is_detached(error) and not self.expired:
                    anew += 1
                    continue
                raise await self._not_filled(error, target, found, text, anew) from error
            if text and not match.value:
                why = f"{target.describe()} is empty after `{one_line(text)}`"
                raise Blocked("value-refused", why, matched=found.matched)
            await self.settle_navigation(page)
            return Done(matched=found.matched, hit=_hit(match), read_back=match.value)

    async def _not_filled(
        self, error: Error, locator: Locator, found: Target, text: str, anew: int
    ) -> Blocked:
        why = one_line(error.message.splitlines()[0])
        if any(words in error.message for words in _REFUSED):
            return Blocked(
                "value-refused", f"the field takes no such value: {one_line(text)}", matched=found.matched
            )
        if any(words in error.message for words in _NO_FIELD):
            told = f"{locator.describe()} cannot be filled: {why}"
            return Blocked("flow-defect", told, matched=found.matched)
        return await self.why_not(error, found, anew=anew)

    # ---- keys

    async def type_keys(self, text: str) -> Done:
        self.check_alive()
        page = self.state
        await self._keyed(page.page.keyboard.type(text), max(self.remaining_ms(), 100.0 * len(text)))
        await self.one_frame()
        await self.settle_navigation(page)
        return Done()

    async def press(self, keys: str, target: Locator | None) -> Done:
        """`keys` are one or more of Playwright's key names with blanks between: `Control+A Delete`."""
        page = self.state
        self.check_alive()
        found = await self._focused(target) if target is not None else None
        for key in [key for key in keys.split(" ") if key] or [" "]:
            try:
                await self._keyed(page.page.keyboard.press(key), self.remaining_ms())
            except Error as error:
                if "Unknown key" in error.message:
                    why = f"`{key}` is no key: write it like Enter, Tab or Control+A"
                    raise Blocked("flow-defect", why) from error
                self.check_alive()
                raise
        await self.one_frame()
        await self.settle_navigation(page)
        return Done(matched=found.matched if found else None)

    async def _focused(self, locator: Locator) -> Target:
        while True:
            found = await self.target(locator)
            try:
                await self._keyed(found.handle.focus(), self.remaining_ms())
            except Error as error:
                if is_detached(error) and not self.expired:
                    continue
                raise await self.why_not(error, found) from error
            return found

    async def _keyed(self, work: Awaitable[None], ms: float) -> None:
        """The keyboard itself knows no time-out: a page that is busy for ever would hold us for ever."""
        try:
            await self.bounded(work, ms)
        except TimeoutError as error:
            raise self.unresponsive() from error

    # ---- choices

    async def select(self, target: Locator, options: Sequence[str]) -> Done:
        """Options of a `<select>` by what a person reads, else by their value."""
        page = self.state
        while True:
            found = await self.target(target)
            try:
                listed = await self.bounded(found.handle.evaluate(_OPTIONS), self.remaining_ms())
                indexes = _chosen(target, listed, options)
                if indexes is not None:
                    await found.handle.select_option(index=indexes, timeout=self.remaining_ms())
                    match = match_of(await self.bounded(fact_of(found.handle), self.remaining_ms()), 0)
                    await self.one_frame()
                    await self.settle_navigation(page)
                    return Done(matched=found.matched, hit=_hit(match), read_back=match.text)
            except TimeoutError as error:
                raise self.unresponsive() from error
            except Error as error:
                if is_detached(error) and not self.expired:
                    continue
                raise await self.why_not(error, found) from error
            if self.expired:
                raise _no_option(target, listed, options, found.matched)
            await asyncio.sleep(0.05)

    # ---- files

    async def upload(self, target: Locator, files: Sequence[str]) -> Done:
        """Into a file input (also a hidden one); else clicks it and answers the chooser."""
        paths = [self.file(name) for name in files]
        page = self.state
        while True:
            found = await self.target(target, "any")
            try:
                takes = await self.bounded(found.handle.evaluate(_FILES), self.remaining_ms())
                if takes:
                    _one_file(target, paths, multiple=takes["multiple"])
                    await found.handle.set_input_files(paths, timeout=self.remaining_ms())
                else:
                    await self._choose_files(target, found, paths)
            except TimeoutError as error:
                raise self.unresponsive() from error
            except Error as error:
                if is_detached(error) and not self.expired:
                    continue
                raise await self.why_not(error, found) from error
            await self.one_frame()
            await self.settle_navigation(page)
            return Done(matched=found.matched)

    async def _choose_files(self, target: Locator, found: Target, paths: Sequence[Path]) -> None:
        listeners = self.user.listeners
        listeners.chooser_expected = True
        try:
            async with self.state.page.expect_file_chooser(timeout=self.remaining_ms()) as coming:
                await found.handle.click(timeout=self.remaining_ms(), no_wait_after=True)
            chooser = await coming.value
            _one_file(target, paths, multiple=chooser.is_multiple())
            await chooser.set_files(paths, timeout=self.remaining_ms())
        except PlaywrightTimeout as error:
            if "filechooser" not in error.message:
                raise
            why = f"no file chooser came after the click on {target.describe()}"
            raise Blocked("target-missing", why, matched=found.matched) from error
        finally:
            listeners.chooser_expected = False


def _hit(match: Match) -> Hit:
    return Hit(role=match.role, name=match.name, tag=match.tag, box=match.box)


def _one_file(target: Locator, paths: Sequence[Path], *, multiple: bool) -> None:
    if len(paths) > 1 and not multiple:
        raise Blocked("flow-defect", f"{target.describe()} takes one file, not {len(paths)}")


def _chosen(target: Locator, listed: dict[str, Any] | None, options: Sequence[str]) -> list[int] | None:
    """The indexes of `options`, None when one is not there (yet). Raises Blocked."""
    if listed is None:
        raise Blocked("flow-defect", f"{target.describe()} is no <select>: use `click` on its options")
    if len(options) > 1 and not listed["multiple"]:
        raise Blocked("flow-defect", f"{target.describe()} takes one option, not {len(options)}")
    found = [_option(listed["options"], wanted, disabled=False) for wanted in options]
    return None if None in found else [index for index in found if index is not None]


def _option(listed: Sequence[Sequence[Any]], wanted: str, *, disabled: bool) -> int | None:
    for column in (0, 1):
        for index, row in enumerate(listed):
            if same(wanted, row[column]) and row[2] == disabled:
                return index
    return None


def _no_option(target: Locator, listed: Any, options: Sequence[str], matched: int) -> Blocked:
    rows = listed["options"]
    for wanted in options:
        if _option(rows, wanted, disabled=True) is not None:
            why = f'the option "{wanted}" of {target.describe()} is disabled'
            return Blocked("target-disabled", why, matched=matched)
    there = ", ".join(f'"{label}"' for label, _, _ in rows[:10]) or "none"
    return Blocked(
        "target-missing", f"no such option in {target.describe()}; there are: {there}", matched=matched
    )
