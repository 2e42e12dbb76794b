"""Which `open` step a document comes from, and what that step says of it: its status, where it lands."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin

from qarunner.model import events as ev
from qarunner.model.record import Fact, StepRecord
from qarunner.model.urls import path_matches
from qarunner.verdict.named import UNKNOWN, Named
from qarunner.verdict.story import Story, same_path


@dataclass(frozen=True)
class Opened:
    """Asked for one document at a time."""

    story: Story
    named: Named

    def step(self, fact: Fact[ev.DocumentCommitted]) -> StepRecord | None:
        """The `open` step that got this document, directly or by a script before any other action."""
        place = fact.event.place
        if fact.event.by == "open":
            index = place.step
            steps = self.story.record.steps
            return steps[index] if index is not None and 0 <= index < len(steps) else None
        if fact.event.by != "page":
            return None
        lead = self.story.lead(place.page, place.user, fact.seq)
        return (
            lead if lead is not None and lead.plan.kind == "open" and not self._is_popup(place.page) else None
        )

    def _is_popup(self, page: int | None) -> bool:
        return any(
            isinstance(f.event, ev.PageOpened) and f.event.place.page == page and f.event.opener is not None
            for f in self.story.record.pages
        )

    def led_here(self, fact: Fact[ev.DocumentCommitted]) -> bool:
        """Did `open` lead here, and not the product? Without any action before it, nothing else can have."""
        if fact.event.by in ("reload", "back"):
            return False
        place = fact.event.place
        nothing_before = self.story.lead(place.page, place.user, fact.seq) is None and not self._is_popup(
            place.page
        )
        return self.step(fact) is not None or nothing_before

    def names_status(self, fact: Fact[ev.DocumentCommitted]) -> bool:
        """Does the `open` of this address name its status? A reload or `back` comes to the same address."""
        step = self.step(fact)
        if step is not None:
            return self.named.open(step).status == fact.event.status
        return fact.event.by in ("reload", "back") and any(
            self.named.open(s).status == fact.event.status and same_path(d.event.url, fact.event.url)
            for d in self.story.record.documents
            if d.seq < fact.seq and (s := self.step(d)) is not None
        )

    def came_otherwise(self, fact: Fact[ev.DocumentCommitted]) -> bool:
        """Did the `open` of this document name another status than it has?"""
        step = self.step(fact)
        status = self.named.open(step).status if step is not None else None
        return status is not None and fact.event.status is not None and status != fact.event.status

    def strange_address(self, fact: Fact[ev.DocumentCommitted], seq: int) -> str | None:
        """Why the address of what `open` got is not the one asked for; None when it is, or `lands` says so.

        Looked at until the next action begins: later addresses are the product's own doing.
        """
        step = self.step(fact)
        if step is None:
            return None
        spec = self.named.open(step)
        later = [
            f.seq
            for s, f in self.story.actions
            if f.seq > fact.seq and s.index != step.index and f.event.place.user == fact.event.place.user
        ]
        until = min([*later, seq])
        address = self.story.address(fact, until)
        asked = self._asked(step, fact)
        if spec.lands is not None:
            if path_matches(spec.lands, address, self.story.origins):
                return None
            return f"`open` landed on {address}, not on {spec.lands}"
        return None if same_path(asked, address) else f"`open` asked for {asked} and got {address}"

    def _asked(self, step: StepRecord, fact: Fact[ev.DocumentCommitted]) -> str:
        """The address that the step asks for. What the browser was asked for may be a script's doing."""
        written = self.named.open(step)
        if written.url != UNKNOWN.url:
            return urljoin(self.story.run.base, written.url)
        first = [
            d
            for d in self.story.record.documents
            if d.event.by == "open" and d.event.place.step == step.index
        ]
        return first[0].event.asked if first else fact.event.asked
