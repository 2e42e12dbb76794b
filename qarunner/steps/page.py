"""`page: main` or `page: {url: /p}` or `page: {page_title: T}`: makes an open page the current one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import Field

from qarunner.model.mistakes import Problems, mistake
from qarunner.model.slots import SomeText
from qarunner.model.web_slots import PathPattern
from qarunner.model.written import How
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Driver


class Page(StepKind):
    """`main` is the page that the user began with. Exactly one open page must fit."""

    kind: ClassVar[str] = "page"
    is_action: ClassVar[bool] = False
    shorthand: ClassVar[str] = "<main>"
    example: ClassVar[str] = "`page: main` or `page: {url: /help}`"

    main: bool = Field(default=False, alias="<main>")
    url: PathPattern | None = None
    page_title: SomeText | None = None

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        word = data.pop("<main>", None)
        if word is not None and word != "main":
            problems.add("<main>", mistake("value", f"`{word}` cannot stand here", f"write {cls.example}"))
        return {**data, "<main>": True} if word is not None else data

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if [self.main, self.url is not None, self.page_title is not None].count(True) != 1:
            yield "url", "one of `main`, `url` and `page_title` is wanted", f"write {self.example}"

    def describe(self) -> str:
        return f"page {'main' if self.main else self.url or self.page_title}"

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        mapping["minProperties"] = mapping["maxProperties"] = 1
        return {"anyOf": [{"enum": ["main"]}, mapping]}

    async def perform(self, driver: Driver) -> Done:
        return await driver.switch_page(main=self.main, url=self.url, title=self.page_title)
