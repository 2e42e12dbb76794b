"""The record with its cross references: which action came before, which document stood on which page.

Everything is asked *as of* a line of the log (`seq`), so that no later fact leaks into an earlier answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from qarunner.fold.integrity import first_doubtful
from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.mistakes import SlotError
from qarunner.model.record import Fact, RunRecord, StepRecord
from qarunner.model.slots import duration_ms
from qarunner.model.urls import origin_of
from qarunner.steps.registry import BY_NAME

CHECK = "expect"
REACH = "reach"
LOOKING = frozenset({CHECK, REACH, "wait"})
"""Steps that look until their conditions hold."""

BESIDE_THE_PAGE = frozenset({"http", "storage"})
"""Actions that no page notices."""

E = TypeVar("E")


def begins_window(kind: str) -> bool:
    """Does a step of this kind begin a new window for the checks after it?"""
    typed = BY_NAME.get(kind)
    return typed is None or typed.is_action


def same_path(one: str, other: str) -> bool:
    """Same origin and same percent-decoded path; query and fragment don't matter."""
    return origin_of(one) == origin_of(other) and _path(one) == _path(other)


def _path(url: str) -> str:
    try:
        return unquote(urlsplit(url).path) or "/"
    except ValueError:
        return url


def page_of(step: StepRecord) -> int | None:
    """The page that a step worked on, as far as a fact of it says."""
    facts = (step.looked, step.done, step.blocked, step.started)
    return next((f.event.place.page for f in facts if f is not None and f.event.place.page is not None), None)


@dataclass(frozen=True)
class Story:
    """Questions about one record."""

    record: RunRecord

    @cached_property
    def run(self) -> ev.RunStarted:
        return self.record.started.event

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """`base` and the declared origins, as URLs."""
        return tuple(dict.fromkeys(o for o in (self.run.base, *self.run.origins) if o))

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(origin_of(o) for o in self.origins) - {"", "file://"}

    @cached_property
    def values(self) -> dict[str, Json]:
        """What `$names` stood for, with all that was saved on the way."""
        saved = {f.event.name: f.event.value for step in self.record.steps for f in step.saved}
        return {**self.run.values, **saved}

    @cached_property
    def doubtful(self) -> int | None:
        """The first line that must not be believed."""
        return first_doubtful(self.record.integrity)

    def trusted(self, seq: int) -> bool:
        return self.doubtful is None or seq < self.doubtful

    def own(self, url: str) -> bool:
        """Is `url` of a declared origin, or a file below `base`? A WebSocket counts as its HTTP twin."""
        origin = origin_of(url)
        if origin == "file://":
            folders = [o.rpartition("/")[0] + "/" for o in self.origins if origin_of(o) == "file://"]
            return any(url.startswith(folder) for folder in folders) and "/../" not in unquote(url)
        return origin in self._own or (origin.startswith("ws") and f"http{origin[2:]}" in self._own)

    # ---- steps

    @cached_property
    def steps(self) -> tuple[StepRecord, ...]:
        """The steps that judge or lead to what is judged: all but those of `after`."""
        return tuple(s for s in self.record.steps if not s.plan.always)

    @cached_property
    def checks(self) -> tuple[StepRecord, ...]:
        return tuple(s for s in self.steps if s.plan.kind == CHECK)

    def counts(self, fact: Fact[object], place: ev.Place | None = None) -> bool:
        """Did it happen while we were looking? What the `after` steps do is never judged."""
        ended, steps = self.record.ended, self.record.steps
        if ended is not None and fact.seq > ended.seq:
            return False
        index = place.step if place is not None else None
        return index is None or not (0 <= index < len(steps) and steps[index].plan.always)

    @cached_property
    def actions(self) -> tuple[tuple[StepRecord, Fact[ev.StepStarted]], ...]:
        """The actions that began and were not skipped, in order."""
        return tuple(
            (s, s.started)
            for s in self.record.steps
            if s.started is not None and s.skipped is None and begins_window(s.plan.kind)
        )

    def timeout(self, step: StepRecord) -> int:
        """The timeout of a step in ms."""
        written = step.plan.modifiers.get("timeout")
        try:
            return duration_ms(written) if isinstance(written, str) else self.run.timeout_ms
        except SlotError:
            return self.run.timeout_ms

    def segment(self, user: str, at: float) -> tuple[float, float]:
        """Start of the user's latest action at time `at` (ms), and of the one after it."""
        starts = [f.at for _, f in self.actions if f.event.place.user == user]
        return (
            max((t for t in starts if t <= at), default=0.0),
            min((t for t in starts if t > at), default=float("inf")),
        )

    def lead(self, page: int | None, user: str, seq: int) -> StepRecord | None:
        """The latest action on a page before line `seq`."""
        found = None
        for step, fact in self.actions:
            if fact.seq >= seq or step.plan.kind in BESIDE_THE_PAGE:
                continue
            on = page_of(step)
            if on == page or (on is None and fact.event.place.user == user):
                found = step
        return found

    # ---- pages and documents

    def document(self, number: int | None) -> Fact[ev.DocumentCommitted] | None:
        return self._documents.get(number) if number is not None else None

    @cached_property
    def _documents(self) -> dict[int, Fact[ev.DocumentCommitted]]:
        found: dict[int, Fact[ev.DocumentCommitted]] = {}
        for fact in self.record.documents:
            if fact.event.place.document is not None:
                found.setdefault(fact.event.place.document, fact)
        return found

    def latest_document(self, page: int | None, seq: int) -> Fact[ev.DocumentCommitted] | None:
        return last([f for f in self.record.documents if f.event.place.page == page and f.seq < seq])

    def states(self, document: int | None, seq: int) -> list[ev.DocumentState]:
        """What was known of a document at line `seq`, in order."""
        return [f.event for f in self.record.states if f.event.place.document == document and f.seq < seq]

    def address(self, document: Fact[ev.DocumentCommitted], seq: int) -> str:
        """The address of a document at line `seq`: scripts change it without a new document."""
        urls = [s.url for s in self.states(document.event.place.document, seq) if s.url is not None]
        return urls[-1] if urls else document.event.url

    def has_password_field(self, document: Fact[ev.DocumentCommitted], seq: int) -> bool:
        known = [s.password_field for s in self.states(document.event.place.document, seq)]
        return any(known)

    def exited(self, at: float) -> Fact[ev.AppExited] | None:
        """The app had ended at time `at` (ms), or was found to have ended a moment later."""
        for fact in self.record.app:
            if isinstance(fact.event, ev.AppExited) and fact.at <= at + 2_000:
                return Fact(fact.seq, fact.at, fact.event)
        return None


def last(facts: Sequence[E]) -> E | None:
    return facts[-1] if facts else None
