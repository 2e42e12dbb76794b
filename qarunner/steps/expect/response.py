"""`response: POST /api/orders` with `status_code json contains count`: what the server answered the page."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems
from qarunner.model.observation import Answer, Judged, NetworkSeen, Seen
from qarunner.model.slots import Count, JsonSlot, SomeText, Status
from qarunner.model.web_slots import Request
from qarunner.model.written import How
from qarunner.steps.expect.answers import difference, wanted_text
from qarunner.steps.expect.base import Condition, wrong_subject


class Response(Condition):
    """One answer of the window that fits all is enough; `count` says how many must fit. Without `status_code`
    any answer with a status line fits. `origins` as in `Url`."""

    key: ClassVar[str] = "response"
    extras: ClassVar[tuple[str, ...]] = ("status_code", "json", "contains", "count")
    subject: ClassVar = "network"
    example: ClassVar[str] = "`{response: POST /api/orders, status_code: 201}`"

    response: Request
    status_code: Status | None = None
    json_: JsonSlot = Field(default=None, alias="json")
    has_json: bool = Field(default=False, alias="<has_json>")
    contains: SomeText | None = None
    number: Count | None = Field(default=None, alias="count")
    origins: tuple[str, ...] = Field(default=(), alias="<origins>")

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        return {**data, "<origins>": how.origins, "<has_json>": "json" in data}

    @property
    def negative(self) -> bool:
        return self.number == 0

    def wants(self, method: str, url: str) -> bool:
        """Whether a request is the one that is asked for."""
        return self.response.fits(method, url, self.origins)

    def describe(self) -> str:
        asked = wanted_text(self.status_code, self.json_, self.has_json, self.contains)
        times = f", {self.number} of them" if self.number is not None else ""
        return f"{self.response}: {asked}{times}"

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, NetworkSeen):
            raise wrong_subject(self, seen)
        answers = [answer for answer in seen.answers if self.wants(answer.method, answer.url)]
        told = [(answer, self._wrong(answer)) for answer in answers]
        fitting = [answer for answer, wrong in told if not wrong]
        if self.number is not None:
            others = "; ".join(wrong for _, wrong in told if wrong)
            actual = f"{len(fitting)} of {len(answers)} requests fit" + (f" ({others})" if others else "")
            return self.judged(len(fitting) == self.number, actual)
        if fitting:
            return self.judged(True, f"status {fitting[0].status}")
        if not answers:
            return self.judged(False, "no such request")
        return self.judged(False, "; ".join(dict.fromkeys(wrong for _, wrong in told)))

    def _wrong(self, answer: Answer) -> str:
        return difference(answer, self.status_code, self.json_, self.has_json, self.contains)
