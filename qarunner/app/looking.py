"""One check, reach or wait: looks until its conditions hold or its deadline passes, and writes down what was
seen. Whether it held is not written: that is derived."""

from __future__ import annotations

from dataclasses import dataclass

from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.observation import Seen
from qarunner.steps.driver import Driver, Ending, Looks
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.looking import found, judge, look


@dataclass(frozen=True, slots=True)
class Timing:
    """All in ms since the attempt began. `within_ms` and `for_ms` as written."""

    began_ms: float
    window_ms: float
    window_seq: int
    action_ms: float
    timeout_ms: int
    within_ms: int | None
    for_ms: int | None

    @property
    def deadline_ms(self) -> float:
        """When we stop looking: a missed `within` is looked at on until `timeout`."""
        within = self.action_ms + self.within_ms if self.within_ms is not None else 0.0
        return max(self.began_ms + self.timeout_ms, within) + (self.for_ms or 0)


async def wait_for(driver: Driver, conditions: Conditions, timing: Timing) -> Ending:
    """Looks until they hold without a break for `for_ms`, or until the deadline. Raises Blocked."""
    return await driver.wait_until(
        lambda: look(driver, conditions),
        lambda looks: found(conditions, looks),
        deadline_ms=timing.deadline_ms,
        for_ms=timing.for_ms or 0,
    )


def looked(
    place: ev.Place, written: Json, ending: Ending, timing: Timing, url: str, alive: ev.Alive | None
) -> ev.Looked:
    """The fact of a wait that ended. `written` are the conditions with values filled in."""
    return ev.Looked(
        place=place,
        conditions=written,
        looks=tuple(
            seen.model_dump(mode="json", exclude_defaults=True) | {"subject": seen.subject}
            for seen in ending.looks
        ),
        ended=ending.ended,
        began_ms=timing.began_ms,
        window_ms=timing.window_ms,
        window_seq=timing.window_seq,
        action_ms=timing.action_ms,
        looked_ms=ending.looked_ms,
        within_ms=timing.within_ms,
        timeout_ms=timing.timeout_ms,
        held_for_ms=ending.held_for_ms,
        for_ms=timing.for_ms,
        count=ending.count,
        url=url,
        alive=alive,
    )


def _written(seen: Seen) -> Json:
    return {**seen.model_dump(mode="json", exclude_defaults=True), "subject": seen.subject}


def holds(conditions: Conditions, looks: Looks) -> bool:
    """For the run loop alone (a `reach` that does not hold stops the flow)."""
    return bool(looks) and judge(conditions, looks).holds
