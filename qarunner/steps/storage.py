"""`storage: {save|load: FILE, probe: URL}`: cookies and storage of the user. Read, not yet performed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from qarunner.model.slots import SomeText
from qarunner.steps.base import StepKind


class Storage(StepKind):
    """`probe` is an address that must answer 2xx with the loaded state."""

    kind: ClassVar[str] = "storage"
    performed: ClassVar[bool] = False
    example: ClassVar[str] = "`storage: {save: login.json}` or `storage: {load: login.json, probe: /me}`"

    save: SomeText | None = None
    load: SomeText | None = None
    probe: SomeText | None = None

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if (self.save is None) == (self.load is None):
            yield "save", "either `save` or `load` is wanted", f"write {self.example}"
