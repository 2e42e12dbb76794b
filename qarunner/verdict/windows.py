"""What happened in the window of a check that is no proof against the product."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qarunner.model import events as ev
from qarunner.model.record import Fact
from qarunner.model.verdict import Reason
from qarunner.verdict.glances import Glance
from qarunner.verdict.incidents import Incident
from qarunner.verdict.story import Story

STARVED_SHARE = 0.2
"""A lag above this share of the deadline says that we, not the product, were slow."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Why a false check is unjudged, and the line of the log that says so."""

    reason: Reason
    why: str
    seq: int


def disturbance(story: Story, glance: Glance, incidents: Sequence[Incident]) -> Disturbance | None:
    """The first thing in the window of a false check that may be what made it false."""
    look = glance.looked
    harness = _harness(story, glance)
    if harness is not None:
        return harness
    for incident in incidents:
        if incident.disturbs and look.window_ms <= incident.at <= look.looked_ms:
            return Disturbance(incident.reason, incident.text, incident.seq)
    if look.within_ms is None and not glance.true:
        return _unanswered(story, glance)
    return None


def _harness(story: Story, glance: Glance) -> Disturbance | None:
    look = glance.looked
    for fact in story.record.harness:
        if isinstance(fact.event, ev.BrowserLost) and fact.seq < glance.fact.seq:
            return Disturbance(Reason.BROWSER_CRASH, f"the browser was lost: {fact.event.message}", fact.seq)
    if look.alive is not None and not look.alive.responsive:
        return Disturbance(Reason.PAGE_UNRESPONSIVE, "the page did not respond any more", glance.fact.seq)
    deadline = look.within_ms if look.within_ms is not None else look.timeout_ms
    return starved(story, look.window_ms, look.looked_ms, deadline, look.alive, glance.fact)


def starved(
    story: Story, since: float, until: float, deadline: float, alive: ev.Alive | None, fact: Fact[object]
) -> Disturbance | None:
    """Did runner or renderer lag by more than a fifth of the deadline (all ms since the attempt began)?"""
    limit = deadline * STARVED_SHARE
    for lag in story.record.harness:
        if isinstance(lag.event, ev.Starved) and since <= lag.at <= until and lag.event.lag_ms > limit:
            return Disturbance(Reason.HARNESS_STARVED, f"we lagged by {lag.event.lag_ms:.0f} ms", lag.seq)
    if alive is not None and alive.lag_ms > limit:
        return Disturbance(Reason.HARNESS_STARVED, f"the page lagged by {alive.lag_ms:.0f} ms", fact.seq)
    return None


def _unanswered(story: Story, glance: Glance) -> Disturbance | None:
    """An own-origin request of the window that was still without its status line at the last look."""
    look = glance.looked
    for fact in story.record.requests:
        request = fact.event
        if not request.own or request.benign or not look.window_ms <= request.began_ms <= look.looked_ms:
            continue
        if not answered_by(request, look.looked_ms):
            why = f"{request.method} {request.url} was still unanswered"
            return Disturbance(Reason.NO_ANSWER, why, fact.seq)
    if story.record.ended is None and look.alive is not None and look.alive.pending:
        return Disturbance(Reason.NO_ANSWER, f"{look.alive.pending[0]} was still unanswered", glance.fact.seq)
    return None


def answered_by(request: ev.Request, at: float) -> bool:
    """Had the request its status line, or its end, at time `at` (ms)? A stream that is open is answered."""
    if request.answered_ms is not None:
        return request.answered_ms <= at
    if request.ended_ms is not None:
        return request.ended_ms <= at
    return request.status is not None
