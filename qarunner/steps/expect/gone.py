"""`gone: true`: it was there in the window and is not visible any more."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import ElementSeen, Judged
from qarunner.model.slots import OnlyTrue
from qarunner.steps.expect.base import ElementCondition, candidate


class Gone(ElementCondition):
    """Seen in the window or at its start, and nothing visible fits now. What was never there is not gone."""

    key: ClassVar[str] = "gone"
    many: ClassVar[bool] = True

    gone: OnlyTrue

    @property
    def negative(self) -> bool:
        return True

    def describe(self) -> str:
        return "gone"

    def judge_elements(self, seen: ElementSeen) -> Judged:
        trouble = self.container_trouble(seen)
        if trouble is not None:
            return trouble
        if seen.visible:
            shown = ", ".join(candidate(match) for match in seen.shown[:3])
            return self.judged(False, f"still visible: {shown}" if shown else "still visible")
        if not seen.sightings:
            return self.judged(False, "not visible, but it was never seen in the window")
        return self.judged(True, "gone")
