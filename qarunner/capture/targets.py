"""Finding the one element that an action means, and telling why there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from playwright.async_api import ElementHandle, Error

from qarunner.capture.base import PAUSES_MS, DriverBase
from qarunner.capture.find import BadSelector, Candidate, Candidates, NoContainer, candidates, match_of
from qarunner.capture.pagejs import fact_of
from qarunner.model.events import Obstacle
from qarunner.model.locator import Locator
from qarunner.model.observation import Match
from qarunner.steps.driver import Blocked

Need: TypeAlias = Literal["visible", "control", "any"]
"""`visible`: only what a person can see. `control`: else a single box or radio whose own look is replaced by
another element (opacity 0, tiny, not displayed). `any`: else a single hidden one (file inputs)."""

_STYLED_AWAY: Final = ("opacity: 0", "clip", "outside of", "empty box", "covered by")


@dataclass(frozen=True, slots=True)
class Target:
    """The element, how many matched in all, and what was seen of it."""

    handle: ElementHandle
    candidate: Candidate
    matched: int


def competing(found: Candidates, need: Need) -> tuple[Candidate, ...]:
    """Those among which exactly one is wanted. A covered element competes: only the click can tell whether
    it is covered once it is scrolled to."""
    shown = found.visible
    if shown:
        return shown
    covered = tuple(c for c in found.all if c.match.hidden_because.startswith("covered by"))
    if covered:
        return covered
    if need == "any":
        return found.all
    if need == "control":
        styled = tuple(c for c in found.all if c.match.hidden_because.startswith(_STYLED_AWAY))
        return styled or (found.all if len(found.all) == 1 and found.all[0].match.checked else ())
    return ()


class Targets(DriverBase):
    async def target(self, locator: Locator, need: Need = "visible") -> Target:
        """Waits until exactly one element competes. Raises Blocked at the deadline."""
        tries = 0
        last: Candidates | None = None
        trouble = ""
        obstacle: Obstacle = "target-missing"
        while True:
            self.check_alive()
            obstacle, trouble = "target-missing", "no element fits"
            try:
                last = await self.bounded(candidates(self.frame, locator), self.remaining_ms())
                found = competing(last, need)
                if len(found) == 1:
                    handle = await last.found.nth(found[0].at).element_handle(timeout=1_000)
                    return Target(handle, found[0], last.total)
                if len(found) > 1:
                    obstacle, trouble = "flow-defect", f"{len(found)} visible elements fit"
                elif last.total:
                    trouble = f"none of {last.total} matching elements is visible: " + next(
                        c.match.hidden_because for c in last.all
                    )
            except NoContainer as gone:
                where = f"the element of `{gone.what}`"
                if gone.ambiguous:
                    obstacle, trouble = "flow-defect", f"{where} is not unique"
                else:
                    trouble = f"{where} is not there"
            except BadSelector as bad:
                raise Blocked("flow-defect", f"the browser cannot read this locator: {bad}") from bad
            except TimeoutError:
                await self._unresponsive()
            except Error as error:
                self.check_alive()
                trouble = error.message.splitlines()[0]
            if self.expired:
                break
            await asyncio.sleep(PAUSES_MS[min(tries, len(PAUSES_MS) - 1)] / 1000)
            tries += 1
        told = tuple(_told(c) for c in (last.all if last else ()))[:10]
        raise Blocked(
            obstacle,
            f"{locator.describe()}: {trouble}",
            matched=last.total if last else 0,
            alive=await self.alive(
                matched=last.total if last else 0, visible=last.shown if last else 0, candidates=told
            ),
        )

    async def element(self, target: Locator, attributes: Sequence[str]) -> Match:
        """The one visible element, as it is seen now."""
        found = await self.target(target)
        told = await self.bounded(fact_of(found.handle, attributes), self.remaining_ms())
        return match_of(told, 0)

    async def _unresponsive(self) -> None:
        if not await self.responsive():
            raise Blocked(
                "page-unresponsive",
                "the page's main thread does not answer",
                alive=await self.alive(obstacle="unresponsive"),
            )


def _told(candidate: Candidate) -> str:
    match = candidate.match
    name = match.name or match.text[:60]
    hidden = f" ({match.hidden_because})" if match.hidden_because else ""
    return f'{match.role or match.tag} "{name}"{hidden}'
