"""`wait: 500ms` or `wait: {heading: Orders}`: lets time pass, or waits for conditions."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems
from qarunner.model.slots import Duration
from qarunner.model.written import How
from qarunner.steps.base import GUARDED, WAITING, StepKind
from qarunner.steps.driver import Done, Driver
from qarunner.steps.expect.mapping import Conditions


class Wait(Conditions, StepKind):
    """A wait judges nothing: conditions that do not come make it a failed action."""

    kind: ClassVar[str] = "wait"
    is_action: ClassVar[bool] = False
    allows: ClassVar[tuple[str, ...]] = (*GUARDED, *WAITING)
    shorthand: ClassVar[str] = "<duration>"
    example: ClassVar[str] = "`wait: 500ms` or `wait: {heading: Orders}`"

    duration_ms: Duration | None = Field(default=None, alias="<duration>")

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        return data if "<duration>" in data else super().prepare(data, how, problems)

    def describe(self) -> str:
        return (
            f"wait {self.duration_ms} ms"
            if self.duration_ms is not None
            else f"wait for {super().describe()}"
        )

    def not_performed(self) -> tuple[str, ...]:
        return tuple(c.key for c in self.conditions if not c.performed)

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        pattern = r"^[0-9]+(\.[0-9]+)?(ms|s|m|h)$|\$[A-Za-z_]"
        return {"anyOf": [{"type": "string", "pattern": pattern}, super().written_schema(mapping, handler)]}

    async def perform(self, driver: Driver) -> Done:
        """Lets the time pass; conditions are looked at by the run loop, as those of `reach` are."""
        await driver.pause(self.duration_ms or 0)
        return Done()
