"""Which verdict a situation has: the table of one attempt as data. The first row that fits decides.

`Situation` is what one attempt comes down to, with finitely many values; `decide` is total over them. A
row says in words when it fits, and which reasons it may give; the reason itself is the first cause of that
row in the log. PASS stands in the last row only, and asks for all that is good by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from qarunner.model.verdict import Reason, Verdict

S = TypeVar("S")


class Log(StrEnum):
    """The state of the evidence. `unsealed`: intact as far as it goes, but never closed."""

    SEALED = "sealed"
    UNSEALED = "unsealed"
    BROKEN = "broken"


class Checks(StrEnum):
    """What is to be said of the declared checks as a whole; `explained` means that each check that did not
    hold has a cause which has another row."""

    ALL_HELD = "all-held"
    NONE = "none"
    NOT_RUN = "not-run"
    UNSUPPORTED = "unsupported"
    BASELINE_MISSING = "baseline-missing"
    UNRECORDED_REQUEST = "unrecorded-request"
    REQUEST_REFUSED = "request-refused"
    RULE_NOT_COVERED = "rule-not-covered"
    EXPLAINED = "explained"


@dataclass(frozen=True, slots=True)
class Situation:
    """One attempt. Each flag is named after the row that it makes fit."""

    foreign: bool = False
    """A document under test did not show the declared identity."""
    violated: bool = False
    """A check is violated, by facts that the log still carries."""
    fault: bool = False
    """An incident of level `fail`, of our own origin, by facts that the log still carries."""
    log: Log = Log.SEALED
    harness: bool = False
    """Trouble of browser, page, capture or runner."""
    document: bool = False
    """A needed document did not come as its step allows."""
    blocked: bool = False
    """An action or `reach` could not be done on the right document, or a check was ambiguous."""
    incident: bool = False
    """An incident of level `inconclusive`, or one that made a check unjudged."""
    checks: Checks = Checks.ALL_HELD
    witnessed: bool = True
    """There is a picture, or a stored answer, for all that held, and nothing was dropped that is judged."""


@dataclass(frozen=True, slots=True)
class Row(Generic[S]):
    """`when` in words for people, `fits` for the machine; `reasons` is the closed list of this row."""

    number: int
    when: str
    fits: Callable[[S], bool]
    verdict: Verdict
    reasons: frozenset[Reason]


def _row(
    number: int, when: str, fits: Callable[[Situation], bool], verdict: Verdict, *reasons: Reason
) -> Row[Situation]:
    return Row(number, when, fits, verdict, frozenset(reasons))


R = Reason

ROWS: tuple[Row[Situation], ...] = (
    _row(
        0,
        "a document under test did not show the declared identity",
        lambda s: s.foreign,
        Verdict.INCONCLUSIVE,
        R.WRONG_TARGET,
    ),
    _row(
        1,
        "a check was violated on a reached surface, and the log is intact up to it",
        lambda s: s.violated,
        Verdict.FAIL,
        R.CHECK_VIOLATED,
    ),
    _row(
        2,
        "the product's own server or page did something that the flow watches as a failure",
        lambda s: s.fault,
        Verdict.FAIL,
        R.PAGE_ERROR,
        R.SERVER_ERROR,
        R.CONSOLE_ERROR,
        R.CLIENT_ERROR,
        R.UNEXPECTED_DIALOG,
        R.UNEXPECTED_DOWNLOAD,
    ),
    _row(
        3,
        "the evidence is broken: log, blobs or seal are not what was recorded",
        lambda s: s.log is Log.BROKEN,
        Verdict.INCONCLUSIVE,
        R.EVIDENCE_BROKEN,
    ),
    _row(
        4,
        "browser, page, capture or runner had trouble of their own",
        lambda s: s.harness or s.log is Log.UNSEALED,
        Verdict.INCONCLUSIVE,
        R.BROWSER_CRASH,
        R.PAGE_CRASH,
        R.PAGE_UNRESPONSIVE,
        R.CAPTURE_FAILED,
        R.HARNESS_STARVED,
        R.INTERRUPTED,
        R.BUDGET_EXCEEDED,
    ),
    _row(
        5,
        "the document that an `open`, a `reach` or a check needed did not come as the step allows",
        lambda s: s.document,
        Verdict.INCONCLUSIVE,
        R.APP_UNREACHABLE,
        R.APP_EXITED,
        R.NO_ANSWER,
        R.NET_ERROR,
        R.AUTH_REQUIRED,
        R.RATE_LIMITED,
        R.GATEWAY_ERROR,
        R.WRONG_TARGET,
    ),
    _row(
        6,
        "an action or `reach` could not be done on the right document, or a check's locator was ambiguous",
        lambda s: s.blocked,
        Verdict.INCONCLUSIVE,
        R.TARGET_MISSING,
        R.VALUE_REFUSED,
        R.TARGET_COVERED,
        R.TARGET_DISABLED,
        R.TARGET_MOVING,
        R.FLOW_DEFECT,
        R.SETUP_FAILED,
    ),
    _row(
        7,
        "something happened that is no proof for or against the product",
        lambda s: s.incident,
        Verdict.INCONCLUSIVE,
        R.NET_ERROR,
        R.NO_ANSWER,
        R.GATEWAY_ERROR,
        R.UNEXPECTED_DIALOG,
        R.APP_EXITED,
        R.PAGE_ERROR,
        R.SERVER_ERROR,
        R.CONSOLE_ERROR,
        R.CLIENT_ERROR,
        R.UNEXPECTED_DOWNLOAD,
    ),
    _row(
        8,
        "a declared check was not judged, or none was declared",
        lambda s: s.checks not in (Checks.ALL_HELD, Checks.EXPLAINED),
        Verdict.INCONCLUSIVE,
        R.NOT_RUN,
        R.NOTHING_CHECKED,
        R.UNSUPPORTED,
        R.BASELINE_MISSING,
        R.UNRECORDED_REQUEST,
        R.REQUEST_REFUSED,
        R.RULE_NOT_COVERED,
    ),
    _row(
        9,
        "facts were dropped that are judged, or a check that held has no witness",
        lambda s: not s.witnessed or s.checks is not Checks.ALL_HELD,
        Verdict.INCONCLUSIVE,
        R.EVIDENCE_INCOMPLETE,
    ),
    _row(
        10,
        "every declared check held, and nothing stands against it",
        lambda s: s.checks is Checks.ALL_HELD and s.witnessed and s.log is Log.SEALED,
        Verdict.PASS,
        R.ALL_HELD,
    ),
)
"""The table of one attempt. Rows are tried in this order."""


def decide(situation: Situation) -> Row[Situation]:
    """The row that decides one attempt. Total: rows 3, 4, 8 and 9 take all that row 10 does not."""
    return next(row for row in ROWS if row.fits(situation))
