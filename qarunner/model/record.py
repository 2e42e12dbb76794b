"""The typed fold of a log: what all later code reads instead of raw events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from qarunner.model import events as ev

E_co = TypeVar("E_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Fact(Generic[E_co]):
    """An event with its place in the log: `seq` from 0, `at` in ms since the attempt began."""

    seq: int
    at: float
    event: E_co


@dataclass(frozen=True, slots=True)
class Break:
    """Something is wrong with the evidence. `where` is `events.jsonl:12`, `seal.json` or `blobs/<name>`;
    `seq` is the first line that cannot be trusted (None: the whole log can, the trouble is elsewhere).

    `what` is one of: `torn-line`, `bad-line`, `unknown-schema`, `chain`, `sequence`, `seal`, `count`,
    `head`, `blob-missing`, `blob-changed`, `blob-extra`, `unsealed`, `empty`.
    """

    where: str
    what: str
    message: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Integrity:
    """`sealed`: a seal is there and fits. `breaks` is empty for an intact, sealed bundle; a log that just
    lacks its seal has the one break `unsealed` (evidence of an interrupted run)."""

    sealed: bool
    breaks: tuple[Break, ...] = ()
    seal_digest: str = ""
    """sha256 of the bytes of seal.json, "" without one."""
    head: str = ""
    """sha256 of the last line that the chain carries."""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """What happened to one step of the plan; a step that never began has no facts at all."""

    index: int
    plan: ev.PlannedStep
    started: Fact[ev.StepStarted] | None = None
    done: Fact[ev.StepDone] | None = None
    blocked: Fact[ev.StepBlocked] | None = None
    skipped: Fact[ev.StepSkipped] | None = None
    looked: Fact[ev.Looked] | None = None
    saved: tuple[Fact[ev.Saved], ...] = ()
    screenshots: tuple[Fact[ev.Screenshot], ...] = ()


AppFact: TypeAlias = ev.AppStarted | ev.AppReady | ev.AppUnready | ev.AppExited | ev.AppStopped
HarnessFact: TypeAlias = ev.Starved | ev.BrowserLost | ev.Interrupted | ev.BudgetExceeded | ev.HarnessTrouble


@dataclass(frozen=True, slots=True)
class RunRecord:
    """All facts of one attempt, grouped, each group in log order."""

    started: Fact[ev.RunStarted]
    integrity: Integrity
    steps: tuple[StepRecord, ...] = ()
    app: tuple[Fact[AppFact], ...] = ()
    pages: tuple[Fact[ev.PageOpened | ev.PageClosed | ev.PageCrashed], ...] = ()
    documents: tuple[Fact[ev.DocumentCommitted], ...] = ()
    states: tuple[Fact[ev.DocumentState], ...] = ()
    failed_navigations: tuple[Fact[ev.NavigationFailed], ...] = ()
    requests: tuple[Fact[ev.Request], ...] = ()
    console: tuple[Fact[ev.Console], ...] = ()
    page_errors: tuple[Fact[ev.PageError], ...] = ()
    dialogs: tuple[Fact[ev.Dialog], ...] = ()
    choosers: tuple[Fact[ev.FileChooser], ...] = ()
    downloads: tuple[Fact[ev.DownloadEnded], ...] = ()
    websockets: tuple[Fact[ev.WebSocketEvent], ...] = ()
    screenshots: tuple[Fact[ev.Screenshot], ...] = ()
    harness: tuple[Fact[HarnessFact], ...] = ()
    dropped: tuple[Fact[ev.Dropped], ...] = ()
    ended: Fact[ev.RunEnded] | None = None
