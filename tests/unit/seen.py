"""Looks for tests: what a locator, the page, the network showed, in the shape that the log keeps."""

from __future__ import annotations

from typing import Any

from qarunner.model.base import Json
from qarunner.model.observation import (
    Answer,
    ConsoleLine,
    ConsoleSeen,
    DialogsSeen,
    Download,
    DownloadsSeen,
    ElementSeen,
    Match,
    NativeDialog,
    NetworkSeen,
    PageSeen,
    Seen,
    Sighting,
)

BASE = "http://127.0.0.1:8000"


def url_of(path: str) -> str:
    """`/p` on the base, or a full URL as it is."""
    return path if "://" in path or path.startswith(("about:", "blob:")) else f"{BASE}{path}"


def element(text: str = "Orders", *, times: int = 1, hidden: int = 0, **fields: Any) -> ElementSeen:
    """`times` visible matches with this text, then `hidden` ones. `fields` go into the visible ones."""
    shown = [Match(index=i, visible=True, text=text, name=text, **fields) for i in range(times)]
    rest = [
        Match(index=times + i, visible=False, hidden_because="empty box", text=text) for i in range(hidden)
    ]
    return ElementSeen(matches=(*shown, *rest), total=times + hidden, visible=times)


def nothing(*, sightings: tuple[Sighting, ...] | None = None) -> ElementSeen:
    """No match at all."""
    return ElementSeen(sightings=sightings)


def page(path: str = "/", title: str = "Orders") -> PageSeen:
    return PageSeen(url=url_of(path), title=title)


def answer(line: str, status: int | None = 200, body: str | None = "{}", **fields: Any) -> Answer:
    """One answer; `line` is METHOD PATH."""
    method, path = line.split(" ", 1)
    made: dict[str, Any] = {"request": 1, "method": method, "url": url_of(path), "path": path}
    return Answer(**{**made, "status": status, "body": body, **fields})


def network(*answers: Answer) -> NetworkSeen:
    return NetworkSeen(answers=answers)


def downloads(*found: Download) -> DownloadsSeen:
    return DownloadsSeen(downloads=found)


def dialogs(*found: NativeDialog) -> DialogsSeen:
    return DialogsSeen(dialogs=found)


def console(*lines: ConsoleLine) -> ConsoleSeen:
    return ConsoleSeen(lines=lines)


def as_json(look: Seen | Json) -> Json:
    """A look as the log keeps it."""
    if isinstance(look, ElementSeen | PageSeen | NetworkSeen | DownloadsSeen | DialogsSeen | ConsoleSeen):
        dumped: Json = look.model_dump(mode="json")
        return dumped
    return look
