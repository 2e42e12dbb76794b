"""The log, line by line, folded into a `RunRecord`: facts in groups, each group in log order.

Damage policy: what cannot be a log at all is a `BundleError`; what contradicts itself (a step that ended
without having begun, the same fact twice) is a break of the evidence, and the facts stay for the reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from qarunner.errors import BundleError
from qarunner.fold.integrity import LOG
from qarunner.model import events as ev
from qarunner.model.record import Break, Fact, Integrity, RunRecord, StepRecord

_GROUPS: dict[type, str] = {
    ev.AppStarted: "app",
    ev.AppReady: "app",
    ev.AppUnready: "app",
    ev.AppExited: "app",
    ev.AppStopped: "app",
    ev.PageOpened: "pages",
    ev.PageClosed: "pages",
    ev.PageCrashed: "pages",
    ev.DocumentCommitted: "documents",
    ev.DocumentState: "states",
    ev.NavigationFailed: "failed_navigations",
    ev.Request: "requests",
    ev.Console: "console",
    ev.PageError: "page_errors",
    ev.Dialog: "dialogs",
    ev.FileChooser: "choosers",
    ev.DownloadEnded: "downloads",
    ev.WebSocketEvent: "websockets",
    ev.Screenshot: "screenshots",
    ev.Starved: "harness",
    ev.BrowserLost: "harness",
    ev.Interrupted: "harness",
    ev.BudgetExceeded: "harness",
    ev.HarnessTrouble: "harness",
    ev.Dropped: "dropped",
}
"""In which group of the record an event goes; the other kinds belong to a step or to the whole run."""

_STEP_FIELDS: dict[type, str] = {
    ev.StepStarted: "started",
    ev.StepDone: "done",
    ev.StepBlocked: "blocked",
    ev.StepSkipped: "skipped",
    ev.Looked: "looked",
}


@dataclass
class _Folding:
    """The record while it grows. Values are events of the type that the group says."""

    plan: tuple[ev.PlannedStep, ...]
    groups: dict[str, list[Fact[Any]]] = field(default_factory=dict)
    steps: dict[int, dict[str, Any]] = field(default_factory=dict)
    seen: Counter[tuple[str, int]] = field(default_factory=Counter)
    ended: Fact[ev.RunEnded] | None = None
    breaks: list[Break] = field(default_factory=list)

    def add(self, fact: Fact[Any]) -> None:
        event = fact.event
        group = _GROUPS.get(type(event))
        if group is not None:
            self.groups.setdefault(group, []).append(fact)
        match event:
            case ev.RunStarted():
                self.doubt(fact, "the run begins a second time")
            case ev.RunEnded():
                if self.ended is not None:
                    self.doubt(fact, "the run ends a second time")
                self.ended = self.ended or fact
            case ev.Request():
                self.once(fact, "request", event.number)
            case ev.DocumentCommitted():
                if event.place.document is None:
                    self.doubt(fact, "a document without its number")
                else:
                    self.once(fact, "document", event.place.document)
            case ev.Saved():
                self.to_step(fact, "saved")
            case ev.Screenshot():
                if event.place.step is not None:
                    self.to_step(fact, "screenshots")
            case _ if type(event) in _STEP_FIELDS:
                self.of_step(fact, _STEP_FIELDS[type(event)])

    def doubt(self, fact: Fact[Any], message: str) -> None:
        self.breaks.append(Break(f"{LOG}:{fact.seq + 1}", "sequence", message, fact.seq))

    def once(self, fact: Fact[Any], what: str, number: int) -> None:
        self.seen[what, number] += 1
        if self.seen[what, number] == 2:
            self.doubt(fact, f"{what} {number} comes a second time")

    def step(self, fact: Fact[Any]) -> dict[str, Any] | None:
        index = fact.event.place.step
        if index is None or not 0 <= index < len(self.plan):
            self.doubt(fact, "belongs to a step that the plan does not have")
            return None
        return self.steps.setdefault(index, {})

    def to_step(self, fact: Fact[Any], name: str) -> None:
        step = self.step(fact)
        if step is not None:
            step[name] = (*step.get(name, ()), fact)

    def of_step(self, fact: Fact[Any], name: str) -> None:
        step = self.step(fact)
        if step is None:
            return
        if name in step:
            self.doubt(fact, f"step {fact.event.place.step} has this fact a second time")
            return
        if name in ("done", "blocked", "looked") and "started" not in step:
            self.doubt(fact, f"step {fact.event.place.step} ends without having begun")
        if name in ("done", "blocked") and ("blocked" if name == "done" else "done") in step:
            self.doubt(fact, f"step {fact.event.place.step} is both done and blocked")
        step[name] = fact


def fold(entries: Sequence[ev.Entry], integrity: Integrity) -> RunRecord:
    """The facts of one attempt. Raises `BundleError` when the log does not begin as a log of ours."""
    if not entries:
        why = integrity.breaks[0].message if integrity.breaks else "the log is empty"
        raise BundleError(f"The log has no readable first line: {why}.", "Nothing in it can be believed.")
    first = entries[0].event
    if not isinstance(first, ev.RunStarted):
        raise BundleError(
            f"The log begins with `{first.kind}`, not with `run_started`.", "Its beginning was cut off."
        )
    if first.log_schema != ev.SCHEMA:
        raise BundleError(
            f"The log is of the schema {first.log_schema[:60]!r}; this version reads {ev.SCHEMA!r}.",
            "Use the version of qarunner that wrote it.",
        )
    folding = _Folding(first.steps)
    for entry in entries[1:]:
        folding.add(Fact(entry.seq, entry.at, entry.event))
    breaks = (*integrity.breaks, *folding.breaks)
    return RunRecord(
        started=Fact(entries[0].seq, entries[0].at, first),
        integrity=replace(integrity, sealed=integrity.sealed and not breaks, breaks=breaks),
        steps=tuple(StepRecord(i, plan, **folding.steps.get(i, {})) for i, plan in enumerate(first.steps)),
        ended=folding.ended,
        **{name: tuple(facts) for name, facts in folding.groups.items()},
    )
