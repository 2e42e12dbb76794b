"""The facts of a run, one class a kind of line in `events.jsonl`.

An event holds facts only: no verdict, total, success flag or rendered text, no live object, no clock of
its own. The recorder stamps the envelope: `seq` from 0, `at` in milliseconds since the attempt began,
`prev` = sha256 of the exact bytes of the line before (64 zeros before the first).

Where an event belongs: `user` is the name of the browser context, `page` a number in order of opening,
`frame` 0 for the main frame, `document` a number in order of commit, `step` the index in the plan
(None before the first and after the last).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from qarunner.model.base import Json, Value
from qarunner.model.observation import Box

SCHEMA = "qarunner.log/1"
"""Written into the first event. Readers refuse what they don't know."""


class Place(Value):
    """Where an event happened. `origin` is that of the script, frame or request which caused it."""

    user: str = "main"
    page: int | None = None
    frame: int | None = None
    document: int | None = None
    step: int | None = None
    origin: str = ""


class PlannedStep(Value):
    """A step of the plan as the log keeps it: the argument as written, without values of `$names`."""

    kind: str
    label: str
    argument: Json = None
    modifiers: dict[str, Json] = Field(default_factory=dict)
    id: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    always: bool = False


class AllowRule(Value):
    """An incident of `kind` whose PATH or text fits `pattern` is allowed (and counted)."""

    kind: str
    pattern: str


class Git(Value):
    """The checkout under test; all empty outside a repository. `worktree` is the tree of tracked and
    untracked, not ignored files."""

    commit: str = ""
    tree: str = ""
    dirty: bool | None = None
    worktree: str = ""


class RunStarted(Value):
    kind: Literal["run_started"] = "run_started"
    log_schema: str = SCHEMA
    run: str
    attempt: int = 1
    started: str
    """RFC 3339, UTC, local clock."""
    flow_path: str
    flow_name: str
    flow_digest: str
    slug: str
    row: str | None = None
    bundles: tuple[str, ...] = ()
    """Slugs of all flows (rows) of this run, in order: a missing one shows."""
    because: str = ""
    tags: tuple[str, ...] = ()
    base: str = ""
    origins: tuple[str, ...] = ()
    """Declared origins, that of `base` first."""
    values: dict[str, Json] = Field(default_factory=dict)
    """What `$names` stand for at the start; secrets are redacted."""
    steps: tuple[PlannedStep, ...] = ()
    watch: dict[str, str] = Field(default_factory=dict)
    """Incident kind -> fail | inconclusive | note, defaults filled in."""
    allow: tuple[AllowRule, ...] = ()
    identity: dict[str, str] | None = None
    """`header`, `equals`: what each document under test must show."""
    app: bool = False
    """Did the flow declare an app that we start?"""
    timeout_ms: int
    settle_ms: int
    browser_settings: dict[str, Json] = Field(default_factory=dict)
    tool: str
    playwright: str
    browser: str
    browser_kind: str
    """`headless-shell` or `chromium`."""
    sandbox: bool
    viewport: str
    locale: str
    timezone: str
    platform: str
    git: Git = Git()


class AppStarted(Value):
    kind: Literal["app_started"] = "app_started"
    command: str
    port: int


class AppReady(Value):
    kind: Literal["app_ready"] = "app_ready"
    url: str
    status: int
    waited_ms: float


class AppUnready(Value):
    """The app never answered `ready` with 2xx. `last` is the last answer or error in words."""

    kind: Literal["app_unready"] = "app_unready"
    url: str
    last: str
    waited_ms: float
    log_tail: str = ""


class AppExited(Value):
    """The app ended although we had not stopped it."""

    kind: Literal["app_exited"] = "app_exited"
    code: int
    log_tail: str = ""


class AppStopped(Value):
    kind: Literal["app_stopped"] = "app_stopped"
    log: str | None = None
    """Blob with the app's output (capped, redacted)."""


class PageOpened(Value):
    kind: Literal["page_opened"] = "page_opened"
    place: Place
    opener: int | None = None


class PageClosed(Value):
    kind: Literal["page_closed"] = "page_closed"
    place: Place


class PageCrashed(Value):
    kind: Literal["page_crashed"] = "page_crashed"
    place: Place


class DocumentCommitted(Value):
    """A new main-frame document. `status` is None when no status line came (or for `about:`, `blob:`).

    `error_page`: the browser shows its own error page. `asked` is the address first asked for,
    `redirects` the statuses and addresses on the way. `identity` is the value of the declared header.
    `inherits`: about:blank, srcdoc or blob made by a page (its document number).
    """

    kind: Literal["document_committed"] = "document_committed"
    place: Place
    url: str
    asked: str
    method: str = "GET"
    status: int | None = None
    net_error: str = ""
    error_page: bool = False
    redirects: tuple[tuple[int, str], ...] = ()
    content_type: str = ""
    identity: str | None = None
    inherits: int | None = None
    by: Literal["open", "reload", "back", "page"] = "page"
    """What made it: a step of that kind, or the page itself (script, link, form)."""


class DocumentState(Value):
    """What we know later of a document: its address changed without a new one (`url`), its DOM was
    ready (`dom_ready`), it shows a visible password field (`password_field`)."""

    kind: Literal["document_state"] = "document_state"
    place: Place
    url: str | None = None
    dom_ready: bool | None = None
    password_field: bool | None = None


class NavigationFailed(Value):
    """A main-frame navigation that gave no document: refused, reset, download, 204, timed out.

    `net_error` as Chromium says it; `status` when a status line came; `outcome` in one word.
    """

    kind: Literal["navigation_failed"] = "navigation_failed"
    place: Place
    asked: str
    status: int | None = None
    net_error: str = ""
    outcome: Literal["net-error", "no-content", "download", "time-out", "aborted"]
    answered: bool = False
    """Did an HTTP answer (a status line) begin?"""
    by: Literal["open", "reload", "back", "page"] = "page"


class Request(Value):
    """One request that came to an end (or is still open when the attempt ends: `pending`).

    Times in milliseconds since the attempt began. `benign` says why a failure means nothing
    (navigation-cancelled, download, no-content, favicon), else "".
    """

    kind: Literal["request"] = "request"
    place: Place
    number: int
    method: str
    url: str
    path: str
    query: dict[str, list[str]] = Field(default_factory=dict)
    resource_type: str
    navigation: bool = False
    status: int | None = None
    net_error: str = ""
    from_service_worker: bool = False
    from_cache: bool = False
    redirected_from: int | None = None
    began_ms: float
    answered_ms: float | None = None
    """When its status line came; None when unknown."""
    ended_ms: float | None = None
    size: int | None = None
    content_type: str = ""
    body: str | None = None
    """Blob, kept when a check of the flow may need it."""
    own: bool = True
    benign: str = ""
    pending: bool = False
    by_flow: bool = False
    """Sent by an `http:` step, not by a page."""


class Console(Value):
    kind: Literal["console"] = "console"
    place: Place
    level: str
    text: str
    url: str = ""
    line: int = 0


class PageError(Value):
    """An uncaught exception or unhandled rejection in a page, frame, popup or worker."""

    kind: Literal["page_error"] = "page_error"
    place: Place
    name: str
    text: str
    stack: str = ""


class Dialog(Value):
    """A JavaScript dialog. `declared`: a `dialog` step had armed an answer for it."""

    kind: Literal["dialog"] = "dialog"
    place: Place
    type: str
    message: str
    answered: Literal["accepted", "dismissed"]
    declared: bool


class FileChooser(Value):
    kind: Literal["file_chooser"] = "file_chooser"
    place: Place
    declared: bool


class DownloadEnded(Value):
    kind: Literal["download"] = "download"
    place: Place
    url: str
    name: str
    size: int | None = None
    blob: str | None = None
    failed: str = ""


class WebSocketEvent(Value):
    """`what`: opened, refused, closed (`code` then, 1000 and 1001 are normal)."""

    kind: Literal["websocket"] = "websocket"
    place: Place
    url: str
    what: Literal["opened", "refused", "closed"]
    code: int | None = None
    text: str = ""


class Screenshot(Value):
    """A picture of a settled moment, or (blob None) why there is none: a fact about the harness.

    `colours` is 1 when all pixels have one colour; `same_as` is the seq of an equal earlier one.
    """

    kind: Literal["screenshot"] = "screenshot"
    place: Place
    blob: str | None = None
    width: int = 0
    height: int = 0
    one_colour: bool = False
    error_page: bool = False
    same_as: int | None = None
    masked: int = 0
    tries: int = 1
    failed: str = ""


class Hit(Value):
    """What a pointer action hit: the element we meant and what the point really hit."""

    role: str = ""
    name: str = ""
    tag: str = ""
    box: Box | None = None
    point: tuple[float, float] | None = None
    top: str = ""
    """The topmost element at the point, in words, when it is not the element or one of its parts."""


class StepStarted(Value):
    kind: Literal["step_started"] = "step_started"
    place: Place
    argument: Json = None
    """With values in the place of `$names`, redacted."""
    url: str = ""


class StepDone(Value):
    """An action (or read, http, save) came to its end."""

    kind: Literal["step_done"] = "step_done"
    place: Place
    url: str = ""
    matched: int | None = None
    hit: Hit | None = None
    read_back: str | None = None
    log: tuple[str, ...] = ()
    """The actionability log, capped."""
    value: Json = None
    """What `read` read, what `http` was answered (number of the request), what a branch took."""
    elapsed_ms: float


class Alive(Value):
    """Post-mortem of a step that was not done or a check that was not true in time."""

    responsive: bool
    url: str = ""
    matched: int | None = None
    visible: int | None = None
    candidates: tuple[str, ...] = ()
    obstacle: str = ""
    pending: tuple[str, ...] = ()
    """Own-origin requests still unanswered: METHOD URL."""
    lag_ms: float = 0
    """Largest lag of our own event loop or of the page's main thread in the window."""


Obstacle: TypeAlias = Literal[
    "target-missing",
    "target-covered",
    "target-disabled",
    "target-moving",
    "value-refused",
    "flow-defect",
    "navigation",
    "page-unresponsive",
    "page-crash",
    "browser-crash",
    "setup-failed",
    "capture-failed",
]
"""Why a step could not be done, as the post-mortem saw it. `navigation`: the document of the step did
not come as it allows; the document events say how."""


class StepBlocked(Value):
    kind: Literal["step_blocked"] = "step_blocked"
    place: Place
    obstacle: Obstacle
    message: str
    matched: int | None = None
    hit: Hit | None = None
    log: tuple[str, ...] = ()
    alive: Alive | None = None
    url: str = ""
    elapsed_ms: float


class StepSkipped(Value):
    """`when` was not true (`branch`), an `optional` target was absent, or the flow had ended before."""

    kind: Literal["step_skipped"] = "step_skipped"
    place: Place
    why: Literal["branch", "optional-absent", "ended-before"]
    looked_ms: float = 0


class Looked(Value):
    """An `expect`, `reach` or `wait` looked, for the last time. Whether its conditions hold is *derived*.

    `conditions` are the expectation mapping with values filled in (redacted); `looks` what was seen,
    one a subject. `began_ms` is the start of the step, `window_ms` that of the window (latest action or
    `since`), `looked_ms` of the last look. `held_for_ms`: how long all conditions had held without a
    break at the last look (`for:`).
    """

    kind: Literal["looked"] = "looked"
    place: Place
    conditions: Json
    looks: tuple[Json, ...]
    ended: Literal["condition", "deadline", "ambiguous", "page-gone"]
    began_ms: float
    window_ms: float
    window_seq: int = 0
    """The first event of the window."""
    action_ms: float
    """Start of the latest action: `within` counts from here."""
    looked_ms: float
    within_ms: int | None = None
    timeout_ms: int
    held_for_ms: float = 0
    for_ms: int | None = None
    count: int = 1
    url: str = ""
    alive: Alive | None = None


class Saved(Value):
    """A value that `save` kept; redacted when it is secret. It went into `$name`."""

    kind: Literal["saved"] = "saved"
    place: Place
    name: str
    value: Json = None


class Starved(Value):
    """Our own event loop lagged: nothing measured around here says anything about the product."""

    kind: Literal["starved"] = "starved"
    place: Place
    lag_ms: float


class BrowserLost(Value):
    kind: Literal["browser_lost"] = "browser_lost"
    message: str


class Interrupted(Value):
    kind: Literal["interrupted"] = "interrupted"
    signal: str


class BudgetExceeded(Value):
    kind: Literal["budget_exceeded"] = "budget_exceeded"
    budget_ms: int


class HarnessTrouble(Value):
    """Trouble of our own that is none of the above. `what` in one sentence."""

    kind: Literal["harness_trouble"] = "harness_trouble"
    place: Place
    what: str


class Dropped(Value):
    """A capped channel dropped `count` facts."""

    kind: Literal["dropped"] = "dropped"
    channel: str
    count: int


class RunEnded(Value):
    """We stopped looking. `settled_ms` after the last step; open requests are listed before this."""

    kind: Literal["run_ended"] = "run_ended"
    settled_ms: float


Event: TypeAlias = Annotated[
    RunStarted
    | AppStarted
    | AppReady
    | AppUnready
    | AppExited
    | AppStopped
    | PageOpened
    | PageClosed
    | PageCrashed
    | DocumentCommitted
    | DocumentState
    | NavigationFailed
    | Request
    | Console
    | PageError
    | Dialog
    | FileChooser
    | DownloadEnded
    | WebSocketEvent
    | Screenshot
    | StepStarted
    | StepDone
    | StepBlocked
    | StepSkipped
    | Looked
    | Saved
    | Starved
    | BrowserLost
    | Interrupted
    | BudgetExceeded
    | HarnessTrouble
    | Dropped
    | RunEnded,
    Field(discriminator="kind"),
]


class Entry(Value):
    """One line of the log: the envelope and its event."""

    seq: int
    at: float
    prev: str
    event: Event


EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class Seal(Value):
    """`seal.json`: closes a log. `head` is the sha256 of the last line's exact bytes."""

    log_schema: str = SCHEMA
    count: int
    head: str
    blobs: dict[str, int]
    """File name in `blobs/` -> size in bytes."""
    dropped: dict[str, int] = Field(default_factory=dict)
