"""`expect: {testid: total, text: "12"}`: one check, one line of the report."""

from __future__ import annotations

from typing import ClassVar

from qarunner.steps.base import SAVING, WAITING, StepKind
from qarunner.steps.expect.mapping import Conditions


class Expect(Conditions, StepKind):
    """All conditions must hold in one look, before the deadline."""

    kind: ClassVar[str] = "expect"
    is_action: ClassVar[bool] = False
    allows: ClassVar[tuple[str, ...]] = (*WAITING, *SAVING)

    def not_performed(self) -> tuple[str, ...]:
        return tuple(c.key for c in self.conditions if not c.performed)
