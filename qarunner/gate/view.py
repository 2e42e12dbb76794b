"""The common view that all rules see, wherever claim and evidence come from: a run folder, a report alone,
later the transcript of an agent. A reader of each source fills it; rules never look behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qarunner.gate.finding import Pointer
from qarunner.model.verdict import Reason, Verdict
from qarunner.report.evidence import FlowEvidence

Aspect = Literal["verdict", "digest", "commit", "item", "text"]
"""What a line of a report speaks of."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A verdict that somebody states. `reasoned`: does it come with a reason?"""

    verdict: Verdict
    where: Pointer
    text: str
    reasoned: bool = True


@dataclass(frozen=True, slots=True)
class Support:
    """What the evidence carries for one subject: a flow of a run, the target of a probe, or the whole.

    `attempted`: something was done to get there; `reached`: the surface under test was reached as far as
    the verdict needs it; `finished`: the run came to its own end; `failure`: where a failure was observed.
    """

    subject: str
    verdict: Verdict
    reason: Reason
    row: int
    sentence: str
    where: Pointer
    attempted: bool = True
    reached: bool = True
    finished: bool = True
    failure: Pointer | None = None
    flow: FlowEvidence | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of a report that is not the one which the evidence gives ("" where a line is missing)."""

    where: Pointer
    says: str
    evidence_says: str
    aspect: Aspect


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is wrong with an artefact, in words."""

    where: Pointer
    what: str


@dataclass(frozen=True, slots=True)
class Subject:
    """Which code a probe looked at; "" where the evidence does not say."""

    name: str
    commit: str
    worktree: str
    where: Pointer


@dataclass(frozen=True, slots=True)
class Revision:
    """The code under judgement: how it was named, its commit and its tree."""

    asked: str
    commit: str
    tree: str


@dataclass(frozen=True, slots=True)
class GateInput:
    """All that is to be judged. Empty fields mean "none"; `out_of_reach` says why evidence that is referred
    to is not at hand: then rules that need it stay silent and the gate cannot judge."""

    source: str
    claim: Claimed | None = None
    """The verdict that counts."""
    claims: tuple[Claimed, ...] = ()
    """All that are stated, that one too."""
    derived: Support | None = None
    """What the evidence says of the whole."""
    supports: tuple[Support, ...] = ()
    report: Pointer | None = None
    """The report, when one was written."""
    no_report: Trouble | None = None
    """Why what is there is no report, and where one should be."""
    differences: tuple[Difference, ...] = ()
    miscounts: tuple[Trouble, ...] = ()
    """Items and numbers that contradict each other or have no counterpart."""
    broken: tuple[Trouble, ...] = ()
    missing: tuple[Trouble, ...] = ()
    subjects: tuple[Subject, ...] = ()
    judged: Revision | None = None
    decision: Pointer | None = None
    """Where the claim feeds a decision to merge or ship."""
    pictured: bool = False
    """Is visual evidence embedded beside the claim?"""
    picturable: bool = True
    """Could it be? False when nothing was rendered."""
    out_of_reach: tuple[str, ...] = ()

    @property
    def damaged(self) -> bool:
        """Is the evidence itself not whole? Then a report can only differ from it: told once is enough."""
        return bool(self.broken or self.missing)
