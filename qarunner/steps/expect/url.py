"""`url: /dashboard`: the address of the page."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems
from qarunner.model.observation import Judged, PageSeen, Seen
from qarunner.model.urls import path_matches
from qarunner.model.web_slots import PathPattern
from qarunner.model.written import How
from qarunner.steps.expect.base import Condition, wrong_subject


class Url(Condition):
    """A PATH counts on the origins given when it was read (none: on any); a full URL on its own."""

    key: ClassVar[str] = "url"
    subject: ClassVar = "page"

    url: PathPattern
    origins: tuple[str, ...] = Field(default=(), alias="<origins>")

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        return {**data, "<origins>": how.origins}

    def describe(self) -> str:
        return f"address {self.url}"

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, PageSeen):
            raise wrong_subject(self, seen)
        return self.judged(path_matches(self.url, seen.url, self.origins), f"address {seen.url}")
