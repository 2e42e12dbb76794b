"""`stays: true`: it is visible and did not vanish in the window."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import ElementSeen, Judged, Match
from qarunner.model.slots import OnlyTrue
from qarunner.steps.expect.base import ElementCondition


class Stays(ElementCondition):
    """Exactly one visible element fits, and since the window began none that fits has vanished, not even
    for a moment. How long it must be watched is said by `for:`."""

    key: ClassVar[str] = "stays"

    stays: OnlyTrue

    def describe(self) -> str:
        return "stays visible"

    def judge_elements(self, seen: ElementSeen) -> Judged:
        judged = super().judge_elements(seen)
        ended = [sighting.to_ms for sighting in seen.sightings or () if sighting.to_ms is not None]
        if judged.holds and ended:
            times = "once" if len(ended) == 1 else f"{len(ended)} times"
            return self.judged(False, f"it vanished {times}, now visible")
        return judged

    def judge_match(self, match: Match) -> Judged:
        return self.judged(True, "stayed visible")
