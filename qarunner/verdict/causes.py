"""What stands against a verdict, each cause with the row of the table that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qarunner.model import events as ev
from qarunner.model.record import Fact, StepRecord
from qarunner.model.verdict import Outcome, Reason
from qarunner.verdict.incidents import Incident
from qarunner.verdict.outcomes import Checked
from qarunner.verdict.story import Story
from qarunner.verdict.table import ROWS


@dataclass(frozen=True, slots=True)
class Cause:
    """`row` of the table, `reason` from the closed list of that row; `why` in words; `seq` is the line of
    the log that says so."""

    row: int
    reason: Reason
    why: str
    seq: int
    blob: str | None = None


_ROW_OF_REASON = {reason: number for number in (8, 6, 5, 4) for reason in ROWS[number].reasons}


def row_of(reason: Reason, outcome: Outcome) -> int:
    """The row to which the reason of a check that was not judged belongs."""
    if reason is Reason.EVIDENCE_BROKEN:
        return 3
    if reason is Reason.EVIDENCE_INCOMPLETE:
        return 9
    if outcome is Outcome.UNJUDGED and reason in ROWS[7].reasons:
        return 7
    return _ROW_OF_REASON[reason]


def of_check(check: Checked) -> Cause | None:
    """What a check has to say about the verdict; None when it held."""
    seq = check.seq
    if seq is None:
        seq = check.glance.fact.seq if check.glance is not None else 0
    pictures = [f.event.blob for f in check.step.screenshots if f.event.blob is not None]
    blob = pictures[-1] if pictures else None
    if check.outcome is Outcome.VIOLATED:
        glance = check.glance
        told = f"expected {glance.expected}, actual: {glance.actual}" if glance is not None else ""
        return Cause(
            1, Reason.CHECK_VIOLATED, f"The check “{name(check.step)}” is violated: {told}", seq, blob
        )
    if check.reason is None:
        return None
    why = f"The check “{name(check.step)}” was {_WORDS[check.outcome]}: {check.why}"
    return Cause(row_of(check.reason, check.outcome), check.reason, why, seq, blob)


_WORDS = {Outcome.UNREACHED: "not reached", Outcome.UNJUDGED: "not judged"}


def name(step: StepRecord) -> str:
    """What a step is called when people are told about it."""
    return step.plan.label or step.plan.id or step.plan.kind


def of_incident(incident: Incident, *, trusted: bool) -> Cause | None:
    """Rows 2 and 7. A failure on lines that must not be believed is none."""
    if incident.level == "fail" and trusted:
        return Cause(2, incident.reason, f"{_INTRO[incident.kind]}: {incident.text}", incident.seq)
    if incident.level in ("fail", "inconclusive"):
        return Cause(7, incident.reason, f"{_INTRO[incident.kind]}: {incident.text}", incident.seq)
    return None


_INTRO = {
    "page_error": "The page threw an error that nobody caught",
    "server_error": "The product's server failed",
    "gateway_error": "A gateway answered in place of the product",
    "net_error": "A connection to the product failed",
    "unexpected_dialog": "The page asked something that the flow does not expect",
    "app_exit": "The app under test ended",
    "console_error": "The page wrote an error to the console",
    "client_error": "The product refused a request",
    "websocket_error": "A WebSocket of the product failed",
    "unexpected_download": "The page started a download that the flow does not expect",
}


def harness(story: Story) -> Iterator[Cause]:
    """Row 4: trouble of browser, page, capture and runner."""
    for fact in story.record.harness:
        match fact.event:
            case ev.BrowserLost(message=why) if story.counts(fact):
                yield Cause(4, Reason.BROWSER_CRASH, f"The browser was lost: {why}", fact.seq)
            case ev.Interrupted(signal=why):
                yield Cause(4, Reason.INTERRUPTED, f"The run was interrupted ({why})", fact.seq)
            case ev.BudgetExceeded(budget_ms=budget):
                why = f"The flow took longer than its budget of {budget / 1000:g} s"
                yield Cause(4, Reason.BUDGET_EXCEEDED, why, fact.seq)
            case ev.HarnessTrouble(what=why):
                yield Cause(4, Reason.CAPTURE_FAILED, f"The recording had trouble: {why}", fact.seq)
            case _:
                pass  # a lag counts only where it made a check or an action fail
    for page in story.record.pages:
        if isinstance(page.event, ev.PageCrashed) and story.counts(page, page.event.place):
            yield Cause(4, Reason.PAGE_CRASH, "The page crashed", page.seq)
    if story.record.ended is None or not story.record.integrity.sealed:
        last = _last_seq(story)
        yield Cause(
            4, Reason.INTERRUPTED, "The run did not come to its end: its log has no end or no seal", last
        )


def _last_seq(story: Story) -> int:
    """A line near the end: that of the last step which left a trace."""
    ended = story.record.ended
    traces: list[Fact[object] | None] = [ended, story.record.started]
    for step in story.record.steps:
        traces += [step.started, step.done, step.blocked, step.skipped, step.looked]
    return max(fact.seq for fact in traces if fact is not None)


def identity(story: Story) -> Iterator[Cause]:
    """Row 0: a document under test that did not show who it is. A gateway's own page is no such document."""
    wanted = story.run.identity
    if not wanted:
        return
    header, value = wanted.get("header", ""), wanted.get("equals", "")
    for fact in story.record.documents:
        document = fact.event
        answered = document.status is not None and document.status not in (502, 503, 504)
        if (
            answered
            and story.own(document.url)
            and story.counts(fact, document.place)
            and document.identity != value
        ):
            shown = "nothing" if document.identity is None else repr(document.identity)
            told = f"{header} shows {shown}, not {value!r}"
            why = f"The document {document.url} is not the build under test: {told}"
            yield Cause(0, Reason.WRONG_TARGET, why, fact.seq)
