"""`no_request: POST /api/orders`: the page did not ask."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems
from qarunner.model.observation import Judged, NetworkSeen, Seen
from qarunner.model.web_slots import Request
from qarunner.model.written import How
from qarunner.steps.expect.base import Condition, wrong_subject


class NoRequest(Condition):
    """No request of the window is this one, answered or not. `for:` says how long to look on."""

    key: ClassVar[str] = "no_request"
    subject: ClassVar = "network"

    no_request: Request
    origins: tuple[str, ...] = Field(default=(), alias="<origins>")

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        return {**data, "<origins>": how.origins}

    @property
    def negative(self) -> bool:
        return True

    def wants(self, method: str, url: str) -> bool:
        """Whether a request is the one that must not be."""
        return self.no_request.fits(method, url, self.origins)

    def describe(self) -> str:
        return f"no request {self.no_request}"

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, NetworkSeen):
            raise wrong_subject(self, seen)
        found = [answer for answer in seen.answers if self.wants(answer.method, answer.url)]
        if not found:
            return self.judged(True, "no such request")
        first = found[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return self.judged(False, f"{first.method} {first.path} was sent{more}")
