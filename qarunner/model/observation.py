"""What was seen in the browser, as plain values. Nothing here knows what was expected.

Times are milliseconds since the attempt began, texts are as rendered (`innerText` with `::before`
and `::after`, without `text-transform`), capped by the capture.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from qarunner.model.base import Json, Value


class Box(Value):
    """A box in CSS pixels of the viewport of its page."""

    x: float
    y: float
    width: float
    height: float


class Match(Value):
    """One element that a locator found, in document order.

    `visible` means that a person can see it (DESIGN: non-empty box, opaque, not clipped away,
    scrollable into view, not wholly covered); `hidden_because` says what is in the way.
    `role` and `name` are for telling, not for comparing: the locator has already compared them.
    """

    index: int
    visible: bool
    hidden_because: str = ""
    tag: str = ""
    role: str = ""
    name: str = ""
    text: str = ""
    value: str | None = None
    disabled: bool = False
    checked: Literal["true", "false", "mixed"] | None = None
    focused: bool = False
    attributes: dict[str, str] = Field(default_factory=dict)
    box: Box | None = None


class Sighting(Value):
    """The in-page observer saw a watched locator become visible (`from_ms`) and vanish (`to_ms`)."""

    text: str
    from_ms: float
    to_ms: float | None = None


class ElementSeen(Value):
    """All that one look at a locator saw. `matches` is capped; `total` and `visible` are not.

    `missing` and `ambiguous` name the container (`frame` or `in`) that was not there or not unique.
    `sightings` are those of the window of the check; only `appeared` and `gone` ask for them.
    `stable_ms`: for how long the conditions have now held without a break (`for:`), filled by the wait.
    """

    subject: Literal["element"] = "element"
    matches: tuple[Match, ...] = ()
    total: int = 0
    visible: int = 0
    missing: Literal["", "frame", "in"] = ""
    ambiguous: Literal["", "frame", "in"] = ""
    sightings: tuple[Sighting, ...] | None = None

    @property
    def shown(self) -> tuple[Match, ...]:
        """The visible matches: only they compete."""
        return tuple(m for m in self.matches if m.visible)


class PageSeen(Value):
    """Address and title of the user's current page."""

    subject: Literal["page"] = "page"
    url: str
    title: str


class Answer(Value):
    """One answered (or failed) request in the window of a check. `path` is percent-decoded.

    `status` is None when no status line came; `net_error` is Chromium's `net::ERR_*` or "".
    `body` is the text (capped) or None when it was not kept; `json` is parsed from it.
    """

    request: int
    method: str
    url: str
    path: str
    query: dict[str, list[str]] = Field(default_factory=dict)
    resource_type: str = ""
    status: int | None = None
    net_error: str = ""
    body: str | None = None
    blob: str | None = None
    own: bool = True
    pending: bool = False


class NetworkSeen(Value):
    """The requests of a window, those that fit METHOD and PATH only (`response`, `no_request`); for the
    subject `http` the latest answer to the call that the check itself makes."""

    subject: Literal["network", "http"] = "network"
    answers: tuple[Answer, ...] = ()


class Download(Value):
    name: str
    size: int
    blob: str | None = None
    text: str | None = None
    rows: int | None = None
    failed: str = ""


class DownloadsSeen(Value):
    subject: Literal["downloads"] = "downloads"
    downloads: tuple[Download, ...] = ()


class NativeDialog(Value):
    """A JavaScript dialog: `type` is alert, confirm, prompt or beforeunload; `answered` is what we did."""

    type: str
    message: str
    answered: str


class DialogsSeen(Value):
    subject: Literal["dialogs"] = "dialogs"
    dialogs: tuple[NativeDialog, ...] = ()


class ConsoleLine(Value):
    level: str
    text: str


class ConsoleSeen(Value):
    subject: Literal["console"] = "console"
    lines: tuple[ConsoleLine, ...] = ()


Seen = ElementSeen | PageSeen | NetworkSeen | DownloadsSeen | DialogsSeen | ConsoleSeen
"""One look at one subject; discriminated by `subject`."""


class Judged(Value):
    """What a condition says of one observation. A pure function of both, so that it can be recomputed.

    `ambiguous` is a flow defect: the locator fits more than one visible element where one is needed.
    """

    holds: bool
    expected: str
    actual: str
    ambiguous: bool = False


class Waited(Value):
    """How a wait ended: the last look, and what the clock said.

    `since_action_ms` is the time from the start of the latest action to the last look; `within` counts
    from there. `ended` tells why we stopped looking.
    """

    looks: tuple[Json, ...]
    ended: Literal["condition", "deadline", "page-gone", "ambiguous"]
    looked_ms: float
    since_action_ms: float
    count: int
