"""`screenshot: NAME` with `of ignore max_diff full_page`: equal to the baseline. Read, not yet performed."""

from __future__ import annotations

from typing import Any, ClassVar

from qarunner.model.locator import Locator
from qarunner.model.mistakes import Problems
from qarunner.model.slots import Flag, Fraction, StepId
from qarunner.model.written import How
from qarunner.steps.expect.base import Condition


class Screenshot(Condition):
    """`of` is the element (else the viewport), `ignore` what is left out, `max_diff` the share of pixels that
    may differ."""

    key: ClassVar[str] = "screenshot"
    extras: ClassVar[tuple[str, ...]] = ("of", "ignore", "max_diff", "full_page")
    subject: ClassVar = "picture"
    performed: ClassVar[bool] = False

    screenshot: StepId
    of: Locator | None = None
    ignore: tuple[Locator, ...] = ()
    max_diff: Fraction | None = None
    full_page: Flag = False

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        if isinstance(data.get("ignore"), dict):
            data["ignore"] = [data["ignore"]]
        return data

    def describe(self) -> str:
        return f"picture equal to baseline {self.screenshot}"
