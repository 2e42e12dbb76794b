"""`native_dialog: Delete this order?`: a JavaScript dialog (alert, confirm, prompt, beforeunload)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from qarunner.model.observation import DialogsSeen, Judged, NativeDialog, Seen
from qarunner.model.slots import Flag, Text, choice
from qarunner.model.text import same
from qarunner.model.written import Written
from qarunner.steps.expect.base import Condition, quoted, wrong_subject


class DialogSpec(Written):
    """The type, the message, or both."""

    shorthand: ClassVar[str] = "message"
    example: ClassVar[str] = "`native_dialog: Delete this order?` or `native_dialog: {type: confirm}`"

    type: Annotated[
        Literal["alert", "confirm", "prompt", "beforeunload"] | None,
        choice("alert", "confirm", "prompt", "beforeunload"),
    ] = None
    message: Text | None = None

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if self.type is None and self.message is None:
            yield "message", "say which dialog", f"write {self.example}"


class NativeDialogIs(Condition):
    """One dialog of the window fits; the message is compared as texts are."""

    key: ClassVar[str] = "native_dialog"
    subject: ClassVar = "dialogs"
    takes_exact: ClassVar[bool] = True

    native_dialog: DialogSpec
    exact: Flag | None = None

    def describe(self) -> str:
        spec = self.native_dialog
        return (spec.type or "dialog") + (f" {quoted(spec.message)}" if spec.message is not None else "")

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, DialogsSeen):
            raise wrong_subject(self, seen)
        told = [f"{dialog.type} {quoted(dialog.message)}" for dialog in seen.dialogs]
        fitting = [line for dialog, line in zip(seen.dialogs, told, strict=True) if self._fits(dialog)]
        if fitting:
            return self.judged(True, fitting[0])
        return self.judged(False, "; ".join(told[:5]) or "no dialog")

    def _fits(self, dialog: NativeDialog) -> bool:
        spec = self.native_dialog
        return spec.type in (None, dialog.type) and (
            spec.message is None or same(spec.message, dialog.message, exact=self.exact)
        )
