"""Which document was reached at which moment: the surface on which a check may be `violated`.

A page is reached when its latest main-frame document is of a declared origin (or a file below `base`) with
a status 2xx, 304 or the one that its step names, is no error page of the browser, is alive, and when the
latest `reach` on it held. What `open` got under another path than asked counts only once `lands` or a
`reach` confirms it. Statuses are read first, net errors second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from qarunner.model import events as ev
from qarunner.model.record import Fact
from qarunner.model.verdict import Reason
from qarunner.verdict.arrival import (
    ANSWER_STATUSES,
    failed_navigation,
    of_net_error,
    of_status,
)
from qarunner.verdict.glances import Glance
from qarunner.verdict.named import Named
from qarunner.verdict.opened import Opened
from qarunner.verdict.story import REACH, Story, last


@dataclass(frozen=True, slots=True)
class Standing:
    """Where we stood at one moment. `reason` and `why` say what is in the way when it is not `reached`.

    `answer`: the product itself led to this document and its status (a dead link, a refused upload), or
    its status is not the one that `open` names: a check that is false here is violated, one that holds
    counts only when the flow names the status.
    """

    reached: bool
    reason: Reason | None = None
    why: str = ""
    document: Fact[ev.DocumentCommitted] | None = None
    answer: bool = False
    seq: int = 0
    """The line of the log that says so."""

    @property
    def number(self) -> int | None:
        return self.document.event.place.document if self.document else None


@dataclass(frozen=True)
class Surfaces:
    """Standings of one record. `glances` are those of the `reach` steps, by step index."""

    story: Story
    named: Named
    glances: Mapping[int, Glance]

    @cached_property
    def opened(self) -> Opened:
        return Opened(self.story, self.named)

    def at(self, place: ev.Place, seq: int, *, false: bool = False) -> Standing:
        """Where a page stood at line `seq`. `false`: the check that asks did not hold, so that the
        document must have been ready *then*."""
        standing = self.ground(place, seq, false=false)
        if not standing.reached or standing.document is None:
            return standing
        return self._confirmed(standing, seq)

    def ground(self, place: ev.Place, seq: int, *, false: bool = False) -> Standing:
        """The same without what a `reach` or `lands` has to say."""
        gone = self._gone(place.page, seq)
        if gone is not None:
            return gone
        story = self.story
        document = self.document_of(place, seq)
        failed = self._failed_since(place, document, seq)
        if failed is not None:
            reason, why = failed_navigation(story, failed)
            return Standing(False, reason, why, document, seq=failed.seq)
        if document is None:
            return Standing(False, Reason.WRONG_TARGET, "no document was opened", seq=max(seq - 1, 0))
        return self._document(document, seq, false=false)

    def document_stood(self, fact: Fact[ev.DocumentCommitted], seq: int, *, confirmed_until: int) -> Standing:
        """Where a document stood at line `seq`; `reach` steps up to line `confirmed_until` confirm it."""
        standing = self._document(fact, seq)
        if not standing.reached:
            return standing
        if any(self.reach_held(g) for g in self._reaches(fact) if g.fact.seq < confirmed_until):
            return standing
        return self._as_asked(standing, fact, seq)

    def _gone(self, page: int | None, seq: int) -> Standing | None:
        for fact in self.story.record.pages:
            if fact.event.place.page == page and fact.seq < seq:
                if isinstance(fact.event, ev.PageCrashed):
                    return Standing(False, Reason.PAGE_CRASH, "the page had crashed", seq=fact.seq)
                if isinstance(fact.event, ev.PageClosed):
                    return Standing(False, Reason.WRONG_TARGET, "the page had been closed", seq=fact.seq)
        return None

    def _failed_since(
        self, place: ev.Place, document: Fact[ev.DocumentCommitted] | None, seq: int
    ) -> Fact[ev.NavigationFailed] | None:
        """The navigation after the latest document that left the page without a new one. A download, a 204
        or an aborted navigation leaves the old document in its rights, unless `open` asked for it."""
        since = document.seq if document else -1
        found = last(
            [
                f
                for f in self.story.record.failed_navigations
                if f.event.place.page == place.page and since < f.seq < seq
            ]
        )
        if found is None or found.event.outcome in ("net-error", "time-out"):
            return found
        lead = self.story.lead(place.page, place.user, seq)
        asked = found.event.by == "open" and lead is not None and lead.index == found.event.place.step
        return found if asked or document is None else None

    # ---- one document

    def _document(self, fact: Fact[ev.DocumentCommitted], seq: int, *, false: bool = False) -> Standing:
        document = fact.event
        if document.inherits is not None:
            parent = self.story.document(document.inherits)
            if parent is None or parent.seq >= fact.seq:
                return self._not(fact, Reason.WRONG_TARGET, "an empty page that no page made")
            made_by = self._document(parent, seq)
            if made_by.reached:
                made_by = self._confirmed(made_by, fact.seq)
            return replace(made_by, document=fact)
        story, status = self.story, document.status
        own = story.own(story.address(fact, seq))
        if status is None:
            if document.error_page or document.net_error:
                return self._not(fact, *of_net_error(story, document.net_error, fact.at))
            if not document.url.startswith("file:"):
                return self._not(fact, Reason.WRONG_TARGET, f"no answer of a server: {document.url}")
        elif not (200 <= status < 300 or status == 304 or (own and self.opened.names_status(fact))):
            answer = own and status in ANSWER_STATUSES and not self.opened.led_here(fact)
            reason, why = of_status(status, document.url)
            return Standing(answer, reason, why, fact, answer, fact.seq)
        elif self.cut(fact):
            return self._not(fact, Reason.NET_ERROR, f"the document was cut: {self.cut(fact)}")
        if not own:
            reason = Reason.AUTH_REQUIRED if story.has_password_field(fact, seq) else Reason.WRONG_TARGET
            return self._not(fact, reason, f"on another origin: {story.address(fact, seq)}")
        if not self.ready(fact, seq if false else None):
            return self._not(fact, Reason.NO_ANSWER, f"the document was not ready{self._waits_for(fact)}")
        return Standing(True, None, "", fact, answer=self.opened.came_otherwise(fact), seq=fact.seq)

    @staticmethod
    def _not(fact: Fact[ev.DocumentCommitted], reason: Reason, why: str) -> Standing:
        return Standing(False, reason, why, fact, seq=fact.seq)

    def ready(self, fact: Fact[ev.DocumentCommitted], seq: int | None = None) -> bool:
        """Was the DOM of a document ready, at line `seq` or ever?"""
        number = fact.event.place.document
        return any(
            f.event.dom_ready and f.event.place.document == number and (seq is None or f.seq < seq)
            for f in self.story.record.states
        )

    def _waits_for(self, fact: Fact[ev.DocumentCommitted]) -> str:
        """The first request of this page that kept it waiting."""
        for request in self.story.record.requests:
            event = request.event
            if event.pending and not event.navigation and event.place.page == fact.event.place.page:
                return f": {event.method} {event.url} was still unanswered"
        return " (no DOMContentLoaded)"

    def cut(self, fact: Fact[ev.DocumentCommitted]) -> str:
        """The net error that broke off the body of this document, "" when it came whole."""
        if fact.event.net_error:
            return fact.event.net_error
        url = fact.event.url.partition("#")[0]
        for request in self.story.record.requests:
            event = request.event
            if (
                event.navigation
                and event.net_error not in ("", "net::ERR_ABORTED")
                and event.status is not None
                and event.url.partition("#")[0] == url
                and event.began_ms <= fact.at <= (event.ended_ms or request.at) + 50
            ):
                return event.net_error
        return ""

    def _confirmed(self, standing: Standing, seq: int) -> Standing:
        fact = standing.document
        assert fact is not None
        latest = last([g for g in self._reaches(fact) if g.fact.seq < seq])
        if latest is not None:
            if self.reach_held(latest):
                return standing
            why = f"the latest `reach` on this document did not hold: {latest.step.plan.label}"
            reason = Reason.TARGET_MISSING
            return replace(standing, reached=False, reason=reason, why=why, seq=latest.fact.seq)
        return self._as_asked(standing, fact, seq)

    def _as_asked(self, standing: Standing, fact: Fact[ev.DocumentCommitted], seq: int) -> Standing:
        strange = self.opened.strange_address(fact, seq)
        if strange is None:
            return standing
        login = self.story.has_password_field(fact, seq)
        reason = Reason.AUTH_REQUIRED if login else Reason.WRONG_TARGET
        return replace(standing, reached=False, reason=reason, why=strange)

    def reaches(self) -> list[Glance]:
        """The looks of all `reach` steps, in order."""
        return [g for _, g in sorted(self.glances.items()) if g.step.plan.kind == REACH]

    def _reaches(self, fact: Fact[ev.DocumentCommitted]) -> list[Glance]:
        return [g for g in self.reaches() if self.document_of(g.looked.place, g.fact.seq) == fact]

    def document_of(self, place: ev.Place, seq: int) -> Fact[ev.DocumentCommitted] | None:
        """The main-frame document of a page at line `seq`."""
        document = self.story.document(place.document)
        if document is None or document.seq >= seq or document.event.place.page != place.page:
            return self.story.latest_document(place.page, seq)
        return document

    def reach_held(self, glance: Glance) -> bool:
        """Did a `reach` hold, on a document that counts?"""
        if not glance.holds or not self.story.trusted(glance.fact.seq):
            return False
        ground = self.ground(glance.looked.place, glance.fact.seq)
        return ground.reached and not (ground.answer and not self.names_status(ground))

    def names_status(self, standing: Standing) -> bool:
        """Does a `response` check of the flow name the status of this document?"""
        document = standing.document.event if standing.document else None
        return (
            document is not None
            and document.status is not None
            and self.named.status(document.method, document.url, document.status)
        )
