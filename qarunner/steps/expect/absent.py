"""`absent: true`: nothing visible fits."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import ElementSeen, Judged
from qarunner.model.slots import OnlyTrue
from qarunner.steps.expect.base import ElementCondition, candidate


class Absent(ElementCondition):
    """A hidden match is as good as none; a missing frame or `in` is not."""

    key: ClassVar[str] = "absent"
    many: ClassVar[bool] = True

    absent: OnlyTrue

    @property
    def negative(self) -> bool:
        return True

    def describe(self) -> str:
        return "absent"

    def judge_elements(self, seen: ElementSeen) -> Judged:
        trouble = self.container_trouble(seen)
        if trouble is not None:
            return trouble
        if seen.visible:
            shown = ", ".join(candidate(match) for match in seen.shown[:3])
            return self.judged(False, f"visible: {shown}" if shown else f"{seen.visible} visible")
        return self.judged(True, "hidden" if seen.total else "no element fits")
