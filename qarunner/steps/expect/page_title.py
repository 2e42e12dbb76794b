"""`page_title: Orders`: the title of the page."""

from __future__ import annotations

from typing import ClassVar

from qarunner.model.observation import Judged, PageSeen, Seen
from qarunner.model.slots import Flag, Text
from qarunner.model.text import same
from qarunner.steps.expect.base import Condition, quoted, wrong_subject


class PageTitle(Condition):
    """Compared as texts are: whole, after folding; `exact: false` is a loose part."""

    key: ClassVar[str] = "page_title"
    subject: ClassVar = "page"
    takes_exact: ClassVar[bool] = True

    page_title: Text
    exact: Flag | None = None

    def describe(self) -> str:
        return f"page title {quoted(self.page_title)}"

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, PageSeen):
            raise wrong_subject(self, seen)
        return self.judged(
            same(self.page_title, seen.title, exact=self.exact), f"page title {quoted(seen.title)}"
        )
