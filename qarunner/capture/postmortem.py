"""Why an action could not be done, as far as the page itself shows."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final, TypeVar

from playwright.async_api import Error

from qarunner.capture.find import match_of
from qarunner.capture.pagejs import fact_of, hit_of
from qarunner.capture.patience import within
from qarunner.capture.targets import Target, Targets
from qarunner.model.events import Hit, Obstacle
from qarunner.model.observation import Box, Match
from qarunner.model.text import one_line
from qarunner.steps.driver import Blocked

T = TypeVar("T")

LOG_LINES: Final = 20
PROBE_S: Final = 1.5
"""How long one question of a post-mortem may take; its own time, beyond the deadline of the step."""

_BOX: Final = "(el) => { const r = el.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; }"
_MOVES: Final = (
    "(el) => new Promise((done) => { const a = el.getBoundingClientRect(); requestAnimationFrame(() =>"
    " requestAnimationFrame(() => { const b = el.getBoundingClientRect();"
    " done(a.left !== b.left || a.top !== b.top || a.width !== b.width || a.height !== b.height); })); })"
)


class PostMortem(Targets):
    async def hit(self, target: Target, at: tuple[float, float] | None) -> Hit:
        """What the pointer would meet now. Raises playwright Error; Blocked when `at` is no point of it."""
        x, y, width, height = await target.handle.evaluate(_BOX)
        if at is not None and not (0 <= at[0] <= width and 0 <= at[1] <= height):
            size = f"{width:g}x{height:g}"
            raise Blocked("flow-defect", f"`at` lies outside of the element, which has {size} pixels")
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

    async def why_not(
        self, error: Error, target: Target, hit: Hit | None = None, *, anew: int = 0
    ) -> Blocked:
        """What was in the way of an action that the browser gave up. `anew`: how often the element was
        replaced while we tried. Raises Blocked itself when the whole page is gone."""
        self.check_alive()
        log = log_of(error)
        if not await self.responsive():
            return self.unresponsive(hit, log)
        match = await self._match(target)
        moves = bool(await self._probe(target.handle.evaluate(_MOVES)))
        now = await self._probe(self.hit(target, None)) or hit
        obstacle, message = _obstacle(error, log, match, now, moves=moves, anew=anew)
        return Blocked(
            obstacle,
            message,
            matched=target.matched,
            hit=now,
            log=log,
            alive=await self.alive(matched=target.matched, obstacle=message),
        )

    def unresponsive(self, hit: Hit | None = None, log: tuple[str, ...] = ()) -> Blocked:
        return Blocked("page-unresponsive", "the page's main thread does not answer", hit=hit, log=log)

    async def _match(self, target: Target) -> Match | None:
        """How the element is now; None when it is not in the page any more."""
        raw = await self._probe(fact_of(target.handle))
        match = match_of(raw, 0) if raw else None
        return None if match is None or match.hidden_because == "not in the page" else match

    async def _probe(self, work: Awaitable[T]) -> T | None:
        try:
            return await within(work, PROBE_S)
        except (Error, TimeoutError):
            return None


def _obstacle(
    error: Error, log: tuple[str, ...], match: Match | None, hit: Hit | None, *, moves: bool, anew: int
) -> tuple[Obstacle, str]:
    what = f'{match.role or match.tag} "{match.name}"' if match is not None else "the element"
    covered = any("intercepts pointer events" in line for line in log)
    if match is None or (anew and not match.hidden_because):
        return "target-moving", f"{what} was rendered anew again and again ({max(anew, 1)} times)"
    if match.disabled:
        return "target-disabled", f"{what} is disabled"
    if any("not editable" in line or "readonly" in line for line in log):
        return "target-disabled", f"{what} is read only"
    if moves or any("not stable" in line for line in log[-6:]):
        return "target-moving", f"{what} never stood still"
    by = hit.top if hit else ""
    if match.hidden_because.startswith("covered by "):
        by = by or match.hidden_because.removeprefix("covered by ")
    if by:
        return "target-covered", f"{what} is covered by {by}"
    if covered:
        return "target-covered", f"{what} was covered"
    if match.hidden_because:
        return "target-missing", f"{what} is not visible: {match.hidden_because}"
    return "target-missing", one_line(error.message.splitlines()[0])


def is_detached(error: Error) -> bool:
    """Was the element replaced (or its document) while we worked with it?"""
    text = error.message
    return "not attached" in text or "detached" in text or "Execution context was destroyed" in text


def log_of(error: Error) -> tuple[str, ...]:
    """The call log of a Playwright error, its first lines cut."""
    _, _, log = error.message.partition("Call log:")
    lines = [one_line(line.strip(" -")) for line in log.splitlines() if line.strip()]
    return tuple(lines[-LOG_LINES:])
