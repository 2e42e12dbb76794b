"""What the flow itself names, so that it is a fact and no incident: statuses, dialogs, downloads, addresses.

The whole flow counts, also what comes later or never ran. Asking for a success names no failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from qarunner.errors import QaError
from qarunner.model import events as ev
from qarunner.model.observation import DialogsSeen, Download, DownloadsSeen, NativeDialog
from qarunner.model.record import StepRecord
from qarunner.model.urls import path_matches
from qarunner.model.values import substitute
from qarunner.steps import registry
from qarunner.steps.expect.base import Condition
from qarunner.steps.expect.console import Console
from qarunner.steps.expect.download import DownloadIs
from qarunner.steps.expect.http import Http
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.expect.native_dialog import NativeDialogIs
from qarunner.steps.expect.response import Response
from qarunner.steps.http import HttpCall
from qarunner.steps.open import Open
from qarunner.verdict.glances import Glance
from qarunner.verdict.story import LOOKING, Story

UNKNOWN = Open(url="?")
"""An `open` that cannot be read any more: it names nothing."""


@dataclass(frozen=True)
class Named:
    """What one flow names. `glances` by step index, for the conditions with their values filled in."""

    story: Story
    glances: Mapping[int, Glance]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions of the flow; those that never ran with the values that are known."""
        return tuple(c for step in self.story.record.steps for c in self._conditions(step))

    def _conditions(self, step: StepRecord) -> Iterator[Condition]:
        if step.plan.kind not in LOOKING:
            return
        known = self.glances.get(step.index)
        if known is not None:
            yield from known.conditions
            return
        typed = self._typed(step)
        if isinstance(typed, Conditions):
            yield from typed.conditions

    def _typed(self, step: StepRecord) -> object:
        """A step with its values filled in; None when one is unknown: then it names nothing."""
        return self._all_typed[step.index]

    @cached_property
    def _all_typed(self) -> tuple[object, ...]:
        return tuple(self._read(step) for step in self.story.record.steps)

    def _read(self, step: StepRecord) -> object:
        try:
            argument = step.started.event.argument if step.started else None
            if argument is None:
                argument = substitute(step.plan.argument, self.story.values)
            return registry.read(step.plan.kind, argument, {}, origins=self.story.origins)
        except (QaError, KeyError):
            return None

    def open(self, step: StepRecord) -> Open:
        """What an `open` step asks for."""
        typed = self._typed(step)
        return typed if isinstance(typed, Open) else UNKNOWN

    def status(self, method: str, url: str, status: int) -> bool:
        """Does the flow expect this status there, by a `response` check, an `open` or an `http` step?"""
        return self.answer(method, url, status) or self._by_step(method, url, status)

    def answer(self, method: str, url: str, status: int) -> bool:
        """Does a check of the flow expect this status of this request?"""
        origins = self.story.origins
        return any(
            (isinstance(c, Response) and c.status_code == status and c.wants(method, url))
            or (
                isinstance(c, Http)
                and c.status_code == status
                and method == "GET"
                and path_matches(c.http.get, url, origins)
            )
            for c in self.conditions
        )

    def _by_step(self, method: str, url: str, status: int) -> bool:
        origins = self.story.origins
        for step in self.story.record.steps:
            if step.plan.kind not in ("open", "http"):
                continue
            typed = self._typed(step)
            if isinstance(typed, Open) and method == "GET" and typed.status == status:
                if any(path_matches(p, url, origins) for p in (typed.url, typed.lands) if p):
                    return True
            elif (
                isinstance(typed, HttpCall)
                and (typed.status_code, typed.method) == (status, method)
                and path_matches(typed.url, url, origins)
            ):
                return True
        return False

    def dialog(self, event: ev.Dialog) -> bool:
        """Was this dialog armed, or does a check of the flow expect it?"""
        seen = DialogsSeen(
            dialogs=(NativeDialog(type=event.type, message=event.message, answered=event.answered),)
        )
        return event.declared or any(
            isinstance(c, NativeDialogIs) and c.judge(seen).holds for c in self.conditions
        )

    def download(self, name: str) -> bool:
        """Does a check of the flow expect a download of this name?"""
        seen = DownloadsSeen(downloads=(Download(name=name, size=0),))
        return any(
            isinstance(c, DownloadIs) and DownloadIs(download=c.download).judge(seen).holds
            for c in self.conditions
        )

    @cached_property
    def judges_console(self) -> bool:
        return any(isinstance(c, Console) for c in self.conditions)
