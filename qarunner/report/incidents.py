"""Incidents of one attempt for the report: everything that happened beside the steps, with its level."""

from __future__ import annotations

from collections.abc import Sequence

from qarunner.model.record import RunRecord
from qarunner.report.links import Place
from qarunner.report.view import IncidentView
from qarunner.verdict.incidents import Incident

MOST = 40


def incidents(
    record: RunRecord, found: Sequence[Incident], place: Place
) -> tuple[tuple[IncidentView, ...], str]:
    """Incidents and crashed pages in log order; and what was left out, in words."""
    views = [
        (
            incident.seq,
            IncidentView(_kind(incident), _level(incident), incident.text, place.line(incident.seq)),
        )
        for incident in found
    ]
    views += [
        (fact.seq, IncidentView("page crash", "inconclusive", "", place.line(fact.seq)))
        for fact in record.pages
        if fact.event.kind == "page_crashed"
    ]
    views.sort(key=lambda pair: pair[0])
    left = len(views) - MOST
    return tuple(
        view for _, view in views[:MOST]
    ), f"{left} more incidents are in the log" if left > 0 else ""


def _kind(incident: Incident) -> str:
    return incident.kind.replace("_", " ")


def _level(incident: Incident) -> str:
    if incident.allowed:
        return "allowed"
    return incident.level if incident.own else f"{incident.level}, third party"
