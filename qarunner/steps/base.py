"""What a step kind is."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from qarunner.errors import NotYetPerformed
from qarunner.model.written import Written
from qarunner.steps.driver import Done, Driver
from qarunner.steps.modifiers import Modifiers

ALWAYS_ALLOWED: tuple[str, ...] = ("as", "id", "because", "user", "timeout")
GUARDED: tuple[str, ...] = ("when", "optional")
SAVING: tuple[str, ...] = ("save", "secret")
WAITING: tuple[str, ...] = ("within", "for", "since")


class StepKind(Written):
    """A typed step, after substitution. Its fields are what may be written after the kind.

    `is_action`: it begins a window. `allows`: the modifiers beside those that every kind allows."""

    kind: ClassVar[str]
    performed: ClassVar[bool] = True
    is_action: ClassVar[bool] = True
    allows: ClassVar[tuple[str, ...]] = GUARDED

    modifiers: Modifiers = Field(default=Modifiers(), alias="<modifiers>")

    @classmethod
    def modifier_keys(cls) -> tuple[str, ...]:
        """All modifiers that may stand beside this kind."""
        return (*ALWAYS_ALLOWED, *cls.allows)

    def describe(self) -> str:
        """The step in words, for progress and report: `click button "Save"`."""
        return self.kind

    def not_performed(self) -> tuple[str, ...]:
        """What of this step is read but not performed by this version, as it is written."""
        return () if self.performed else (self.kind,)

    async def perform(self, driver: Driver) -> Done:
        """Do it, through `driver` alone. Raises Blocked when it cannot be done."""
        raise NotYetPerformed(f"`{self.kind}` is not yet performed by this version")
