"""What a report says, as frozen values of raw text: content without looks. Writers (Markdown, HTML) escape.

Texts may come from a page and are not to be trusted; paths are relative to the run folder.
"""

from __future__ import annotations

from dataclasses import dataclass

from qarunner.model.verdict import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Link:
    """A pointer into the evidence: what the reader sees and the file."""

    text: str
    path: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot: its file, its digest and when it was taken."""

    path: str
    sha256: str
    caption: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """One line of the checklist."""

    id: str
    label: str
    outcome: Outcome
    why: str
    """Why it is no plain held: reason code, lateness; "" for most."""
    expected: str
    actual: str
    because: str
    evidence: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class CriterionView:
    """An acceptance criterion with its checks: how many there are, how many held."""

    name: str
    held: int
    of: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of the path. `hit` is what it acted on or saw, `page` the address after it."""

    number: int
    text: str
    result: str
    hit: str
    page: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A document, or an answer that was no success. `status` is the number or the net error."""

    method: str
    url: str
    status: str
    note: str
    evidence: Link


@dataclass(frozen=True, slots=True)
class IncidentView:
    """Something that happened beside the steps; `level` is what the flow says of it."""

    kind: str
    level: str
    text: str
    evidence: Link


@dataclass(frozen=True, slots=True)
class FlowView:
    """One flow of the run (or one row of `each`): the deciding attempt, with a word about the others."""

    slug: str
    name: str
    path: str
    verdict: Verdict
    reason: str
    row: int
    sentence: str
    evidence: tuple[Link, ...] = ()
    picture: Picture | None = None
    rendered: bool = True
    """False: no page was shown, or none was pictured."""
    attempts: tuple[str, ...] = ()
    checks: tuple[CheckView, ...] = ()
    criteria: tuple[CriterionView, ...] = ()
    steps: tuple[StepView, ...] = ()
    traffic: str = ""
    answers: tuple[AnswerView, ...] = ()
    incidents: tuple[IncidentView, ...] = ()
    more: tuple[str, ...] = ()
    """What lists left out, in words."""
    notes: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()

    def count(self, outcome: Outcome) -> int:
        """How many checks came out so."""
        return sum(check.outcome is outcome for check in self.checks)


@dataclass(frozen=True, slots=True)
class ReportView:
    """A whole report. `digest` is the run digest, `commit` of the checkout under test (in words)."""

    title: str
    verdict: Verdict
    reason: str
    row: int
    sentence: str
    run: str
    rules: str
    digest: str
    commit: str
    flows: tuple[FlowView, ...]

    def count(self, outcome: Outcome) -> int:
        """How many checks of all flows came out so."""
        return sum(flow.count(outcome) for flow in self.flows)
