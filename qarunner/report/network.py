"""HTTP statuses and net errors of one attempt: the documents, and every answer that was no success."""

from __future__ import annotations

from collections import Counter

from qarunner.model import events as ev
from qarunner.model.record import Fact, RunRecord
from qarunner.report.links import Place
from qarunner.report.path import no_document
from qarunner.report.view import AnswerView

MOST = 40


def answers(record: RunRecord, place: Place) -> tuple[tuple[AnswerView, ...], str]:
    """Documents and answers that were no success, in log order; and what was left out, in words."""
    facts: list[Fact[ev.DocumentCommitted] | Fact[ev.NavigationFailed] | Fact[ev.Request]] = [
        *record.documents,
        *record.failed_navigations,
        *(fact for fact in record.requests if _notable(fact.event)),
    ]
    facts.sort(key=lambda fact: fact.seq)
    shown = tuple(_answer(fact.event, fact.seq, place) for fact in facts[:MOST])
    left = len(facts) - len(shown)
    return shown, f"{left} more answers are in the log" if left else ""


def traffic(record: RunRecord) -> str:
    """All requests in one sentence: how many, with which statuses and net errors."""
    requests = [fact.event for fact in record.requests]
    if not requests:
        return "No request was recorded."
    statuses = Counter(_family(request) for request in requests)
    parts = [f"{count} × {name}" for name, count in sorted(statuses.items(), key=_rank)]
    total = len(requests)
    return f"{total} request{'' if total == 1 else 's'}: {', '.join(parts)}."


def _notable(request: ev.Request) -> bool:
    if request.navigation or request.benign:
        return False
    return request.pending or bool(request.net_error) or (request.status or 0) >= 400


def _answer(
    event: ev.DocumentCommitted | ev.NavigationFailed | ev.Request, seq: int, place: Place
) -> AnswerView:
    link = place.line(seq)
    if isinstance(event, ev.DocumentCommitted):
        notes = [f"redirected from {event.asked}"] if event.redirects else []
        notes += ["error page of the browser"] if event.error_page else []
        status = _status(event.status, event.net_error) or "no status"
        return AnswerView(event.method, event.url, status, ", ".join(["document", *notes]), link)
    if isinstance(event, ev.NavigationFailed):
        why = no_document(event)
        status = "no answer" if event.status is None else str(event.status)
        return AnswerView("GET", event.asked, status, f"no document: {why}", link)
    status = "unanswered" if event.pending else _status(event.status, event.net_error) or "no status"
    return AnswerView(
        event.method, event.url, status, event.resource_type if event.own else "third party", link
    )


def _status(status: int | None, net_error: str) -> str:
    return " ".join(filter(None, ("" if status is None else str(status), net_error)))


def _family(request: ev.Request) -> str:
    if request.pending:
        return "unanswered"
    if request.net_error:
        return f"{request.net_error} ({request.benign})" if request.benign else request.net_error
    return "no status" if request.status is None else str(request.status)


def _rank(item: tuple[str, int]) -> tuple[bool, str]:
    return not item[0].isdigit(), item[0]
