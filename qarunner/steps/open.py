"""`open: /p` or `open: {url, status, lands}`: goes to an address."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.slots import SomeText, Status
from qarunner.model.web_slots import PathPattern
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Open(StepKind):
    """`url` is resolved against `base`; `status` is the HTTP status that is meant to come (else any of
    success), `lands` the PATH on which it is meant to end (else that of `url`)."""

    kind: ClassVar[str] = "open"
    shorthand: ClassVar[str] = "url"
    example: ClassVar[str] = "`open: /orders` or `open: {url: /, lands: /login}`"

    url: SomeText
    status: Status | None = None
    lands: PathPattern | None = None

    def describe(self) -> str:
        return f"open {self.url}"

    async def perform(self, driver: Driver) -> Done:
        return await driver.open(self.url)
