"""`a11y: true`: no accessibility violations on the page or below the locator. Read, not yet performed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from qarunner.model.locator import Locator
from qarunner.model.slots import SomeText, choice
from qarunner.model.written import Written
from qarunner.steps.expect.base import Condition


class AuditSpec(Written):
    """`impact` is the least that counts, `rules` restricts the audit, `ignore` leaves elements out."""

    example: ClassVar[str] = "`a11y: true` or `a11y: {impact: serious}`"

    impact: Annotated[
        Literal["minor", "moderate", "serious", "critical"],
        choice("minor", "moderate", "serious", "critical"),
    ] = "minor"
    rules: tuple[SomeText, ...] = ()
    ignore: tuple[Locator, ...] = ()

    @classmethod
    def as_mapping(cls, data: object) -> dict[str, Any]:
        return {} if data == "true" else super().as_mapping(data)

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"enum": [True, "true"]}, mapping]}


class A11y(Condition):
    """An automatic audit finds nothing."""

    key: ClassVar[str] = "a11y"
    subject: ClassVar = "picture"
    performed: ClassVar[bool] = False

    a11y: AuditSpec

    def describe(self) -> str:
        return f"no accessibility violations of impact {self.a11y.impact} and up"
