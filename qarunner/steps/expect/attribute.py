"""`attribute: {name: aria-sort, is: descending}`: an attribute of the element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import Pattern, SomeText, Text
from qarunner.model.text import same
from qarunner.model.written import Written
from qarunner.steps.expect.base import ElementCondition, quoted
from qarunner.steps.expect.matches import is_found


class AttributeSpec(Written):
    """The name and either the whole value or a pattern found in it."""

    example: ClassVar[str] = "`attribute: {name: href, is: /help}`"

    name: SomeText
    is_: Text | None = Field(default=None, alias="is")
    matches: Pattern | None = None

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if (self.is_ is None) == (self.matches is None):
            yield "name", "an attribute needs either `is` or `matches`", f"write {self.example}"


class Attribute(ElementCondition):
    """Names are compared in lower case, as HTML does."""

    key: ClassVar[str] = "attribute"

    attribute: AttributeSpec

    def describe(self) -> str:
        spec = self.attribute
        if spec.matches is not None:
            return f"attribute {spec.name} like /{spec.matches}/"
        return f"attribute {spec.name}={quoted(spec.is_ or '')}"

    def judge_match(self, match: Match) -> Judged:
        spec = self.attribute
        found = match.attributes.get(spec.name, match.attributes.get(spec.name.lower()))
        if found is None:
            return self.judged(False, f"no attribute {spec.name}")
        holds = is_found(spec.matches, found) if spec.matches is not None else same(spec.is_ or "", found)
        return self.judged(holds, f"attribute {spec.name}={quoted(found)}")
