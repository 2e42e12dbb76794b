"""Why a document did not come: from status lines and net errors to a reason of row 5."""

from __future__ import annotations

from qarunner.model import events as ev
from qarunner.model.record import Fact
from qarunner.model.verdict import Reason
from qarunner.verdict.story import Story

ANSWER_STATUSES = frozenset(range(400, 500)) - {401, 403, 407, 408, 429}
"""Statuses that are the product's own answer when the product itself led to them."""

_STATUS_REASONS = {
    401: Reason.AUTH_REQUIRED,
    403: Reason.AUTH_REQUIRED,
    429: Reason.RATE_LIMITED,
    502: Reason.GATEWAY_ERROR,
    503: Reason.GATEWAY_ERROR,
    504: Reason.GATEWAY_ERROR,
}

_NO_ANSWER_BEGAN = frozenset(
    f"net::ERR_{name}"
    for name in (
        "ADDRESS_INVALID",
        "ADDRESS_UNREACHABLE",
        "CONNECTION_FAILED",
        "CONNECTION_REFUSED",
        "CONNECTION_TIMED_OUT",
        "DNS_TIMED_OUT",
        "ICANN_NAME_COLLISION",
        "INTERNET_DISCONNECTED",
        "NAME_NOT_RESOLVED",
        "NAME_RESOLUTION_FAILED",
        "NETWORK_ACCESS_DENIED",
        "NETWORK_CHANGED",
        "NETWORK_UNREACHABLE",
        "PROXY_CONNECTION_FAILED",
        "SOCKS_CONNECTION_FAILED",
        "TIMED_OUT",
        "TUNNEL_CONNECTION_FAILED",
    )
)
"""Net errors that say that nobody was there. All others say that somebody was, and broke it off."""


def of_status(status: int, url: str) -> tuple[Reason, str]:
    """The reason for a status that no step allows."""
    return _STATUS_REASONS.get(status, Reason.WRONG_TARGET), f"status {status} from {url}"


def of_net_error(story: Story, net_error: str, at: float, *, answered: bool = False) -> tuple[Reason, str]:
    """The reason for a net error at time `at` (ms); an app of ours that has ended explains it."""
    if story.exited(at) is not None:
        return Reason.APP_EXITED, f"the app had ended ({net_error or 'no answer'})"
    if net_error in _NO_ANSWER_BEGAN and not answered:
        return Reason.APP_UNREACHABLE, f"nobody answered: {net_error}"
    return Reason.NET_ERROR, f"the connection failed: {net_error or 'unknown net error'}"


def failed_navigation(story: Story, fact: Fact[ev.NavigationFailed]) -> tuple[Reason, str]:
    """The reason for a navigation that gave no document. The status is read before the net error."""
    failed = fact.event
    if failed.status is not None and failed.status >= 400:
        return of_status(failed.status, failed.asked)
    match failed.outcome:
        case "time-out" if failed.answered or failed.status is not None:
            return Reason.NO_ANSWER, f"the document of {failed.asked} never became ready"
        case "time-out":
            if story.exited(fact.at) is not None:
                return Reason.APP_EXITED, "the app had ended"
            return Reason.APP_UNREACHABLE, f"no answer came from {failed.asked} in time"
        case "no-content":
            return (
                Reason.WRONG_TARGET,
                f"{failed.asked} answered {failed.status or 'nothing'} without a document",
            )
        case "download":
            return Reason.WRONG_TARGET, f"{failed.asked} gave a download and no document"
        case _:
            if failed.status is not None and failed.net_error in ("", "net::ERR_ABORTED"):
                return Reason.WRONG_TARGET, f"{failed.asked} answered {failed.status} without a document"
            return of_net_error(story, failed.net_error, fact.at, answered=failed.answered)
