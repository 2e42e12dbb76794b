"""`popup: {url: /p}`, `popup: {page_title: T}` or `popup:`: to the page that the latest action opened."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.slots import SomeText
from qarunner.model.web_slots import PathPattern
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Popup(StepKind):
    """Waits for it; what is given must fit. It becomes the current page until `close` or `page`."""

    kind: ClassVar[str] = "popup"
    is_action: ClassVar[bool] = False
    nothing_is_fine: ClassVar[bool] = True
    shorthand: ClassVar[str] = "url"
    example: ClassVar[str] = "`popup: {url: /help}`"

    url: PathPattern | None = None
    page_title: SomeText | None = None

    def describe(self) -> str:
        return " ".join(part for part in ("popup", self.url, self.page_title) if part)

    async def perform(self, driver: Driver) -> Done:
        return await driver.popup(url=self.url, title=self.page_title)
