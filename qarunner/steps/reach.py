"""`reach: {url: /dashboard, heading: Dashboard}`: now we are on the surface under test."""

from __future__ import annotations

from typing import ClassVar

from qarunner.steps.base import WAITING, StepKind
from qarunner.steps.expect.mapping import Conditions


class Reach(Conditions, StepKind):
    """The conditions of an `expect`; not holding is INCONCLUSIVE, never FAIL."""

    kind: ClassVar[str] = "reach"
    is_action: ClassVar[bool] = False
    allows: ClassVar[tuple[str, ...]] = WAITING

    def describe(self) -> str:
        return f"reach {super().describe()}"

    def not_performed(self) -> tuple[str, ...]:
        return tuple(c.key for c in self.conditions if not c.performed)
