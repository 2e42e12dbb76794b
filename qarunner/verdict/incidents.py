"""What happened beside the steps: raw facts as incidents, each with the level that it has in this flow.

What the flow itself names is no incident. What it allows is one, but only counted. Third parties can only
give notes: FAIL needs a failure of our own origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from qarunner.model import events as ev
from qarunner.model.flow import WatchSpec
from qarunner.model.record import Fact
from qarunner.model.text import fold, one_line
from qarunner.model.urls import is_full_url, path_matches
from qarunner.model.verdict import Reason
from qarunner.verdict.named import Named
from qarunner.verdict.story import Story

Level: TypeAlias = Literal["fail", "inconclusive", "note"]

_DEFAULTS = WatchSpec()
_REASONS = {
    "page_error": Reason.PAGE_ERROR,
    "server_error": Reason.SERVER_ERROR,
    "console_error": Reason.CONSOLE_ERROR,
    "client_error": Reason.CLIENT_ERROR,
    "unexpected_dialog": Reason.UNEXPECTED_DIALOG,
    "unexpected_download": Reason.UNEXPECTED_DOWNLOAD,
    "gateway_error": Reason.GATEWAY_ERROR,
    "net_error": Reason.NET_ERROR,
    "websocket_error": Reason.NET_ERROR,
    "app_exit": Reason.APP_EXITED,
}
_NO_PROOF = frozenset({"gateway_error", "net_error", "websocket_error", "app_exit"})
"""Never proof against the product, so `fail` means no more than `inconclusive` here."""
_BENIGN_CLOSE = frozenset({None, 1000, 1001, 1005})


@dataclass(frozen=True, slots=True)
class Incident:
    """`at` in ms since the attempt began. `disturbs`: it can make a check unjudged, whatever its level."""

    kind: str
    level: Level
    text: str
    seq: int
    at: float
    user: str
    own: bool = True
    allowed: bool = False
    disturbs: bool = False
    url: str = ""
    method: str = ""
    status: int | None = None

    @property
    def reason(self) -> Reason:
        return _REASONS[self.kind]


@dataclass(frozen=True)
class Incidents:
    """Finds all incidents of one record, in log order."""

    story: Story
    named: Named

    def all(self) -> tuple[Incident, ...]:
        found = [self._levelled(i) for i in (*self._network(), *self._pages(), *self._app())]
        found.sort(key=lambda i: i.seq)
        disturbances = [i for i in found if i.disturbs]
        return tuple(self._softened(i, disturbances) for i in found)

    def _levelled(self, incident: Incident) -> Incident:
        allowed = any(r.kind == incident.kind and _fits(r.pattern, incident) for r in self.story.run.allow)
        if allowed or not incident.own or incident.level == "note":
            level: Level = "note"
        else:
            level = self._level(incident.kind)
        return replace(
            incident,
            level=level,
            allowed=allowed,
            disturbs=incident.disturbs and incident.own and not allowed,
        )

    def _level(self, kind: str) -> Level:
        written = self.story.run.watch.get(kind, _DEFAULTS.level(kind))
        level = written if written in ("fail", "inconclusive") else "note"
        return "inconclusive" if level == "fail" and kind in _NO_PROOF else level  # type: ignore[return-value]

    def _softened(self, incident: Incident, disturbances: list[Incident]) -> Incident:
        """An error of a page in a window where something happened that is no proof against the product
        (a request that broke off, a dialog that we answered) may just follow from that."""
        if incident.kind not in ("page_error", "console_error") or incident.level != "fail":
            return incident
        begin, end = self.story.segment(incident.user, incident.at)
        disturbed = any(begin <= d.at < end for d in disturbances)
        return replace(incident, level="inconclusive") if disturbed else incident

    # ---- network

    def _network(self) -> Iterator[Incident]:
        for fact in self.story.record.requests:
            if self.story.counts(fact, fact.event.place):
                yield from self._request(fact)
        for socket in self.story.record.websockets:
            event = socket.event
            broken = event.what == "refused" or (event.what == "closed" and event.code not in _BENIGN_CLOSE)
            if broken and self.story.counts(socket, event.place):
                text = f"WebSocket {event.url} {event.what}" + (f" ({event.code})" if event.code else "")
                own = self.story.own(event.url)
                yield self._made(
                    "websocket_error", text, socket, event.place, own, disturbs=True, url=event.url
                )
        for download in self.story.record.downloads:
            kept = download.event
            if not self.story.counts(download, kept.place):
                continue
            own = self.story.own(kept.url) or kept.url.startswith(("blob:", "data:"))
            if kept.failed:
                text = f"the download {kept.name} broke off: {kept.failed}"
                yield self._made("net_error", text, download, kept.place, own, disturbs=True, url=kept.url)
            elif not self.named.download(kept.name):
                text = f"download {kept.name}"
                yield self._made("unexpected_download", text, download, kept.place, own, url=kept.url)

    def _request(self, fact: Fact[ev.Request]) -> Iterator[Incident]:
        request, status = fact.event, fact.event.status
        line = f"{request.method} {request.url}"
        if request.benign == "favicon":
            return
        if status is not None and status >= 400:
            if self.named.status(request.method, request.url, status):
                return
            kind = (
                "client_error"
                if status < 500
                else "gateway_error"
                if 502 <= status <= 504
                else "server_error"
            )
            text = f"{line}: status {status}"
        elif request.net_error and not request.benign and request.net_error != "net::ERR_ABORTED":
            kind, text = "net_error", f"{line}: {request.net_error}"
        else:
            return
        incident = self._made(
            kind, text, fact, request.place, request.own, disturbs=kind in _NO_PROOF, url=request.url
        )
        when = request.ended_ms if request.ended_ms is not None else fact.at
        if kind != "net_error" and request.answered_ms is not None:
            when = request.answered_ms
        yield replace(incident, at=when, method=request.method, status=status)

    # ---- pages

    def _pages(self) -> Iterator[Incident]:
        for error in self.story.record.page_errors:
            event = error.event
            if self.story.counts(error, event.place):
                abort = event.name == "AbortError" and event.stack != ""  # a thrown text has no stack
                text = event.text if event.text.startswith(event.name) else f"{event.name}: {event.text}"
                yield self._made(
                    "page_error", text, error, event.place, self._own_script(event.place), note=abort
                )
        for line in self.story.record.console:
            said = line.event
            if said.level == "error" and self.story.counts(line, said.place) and not self._echoes(said):
                noise = said.url.partition("?")[0].endswith("/favicon.ico")
                own = self._own_script(said.place)
                yield self._made("console_error", said.text, line, said.place, own, note=noise, url=said.url)
        for dialog in self.story.record.dialogs:
            asked = dialog.event
            if self.story.counts(dialog, asked.place) and not self.named.dialog(asked):
                harmless = asked.type == "alert"
                text = f"{asked.type} {asked.message!r}, {asked.answered} by us"
                own = self._own_script(asked.place)
                yield self._made(
                    "unexpected_dialog", text, dialog, asked.place, own, note=harmless, disturbs=not harmless
                )
        for chooser in self.story.record.choosers:
            place = chooser.event.place
            if not chooser.event.declared and self.story.counts(chooser, place):
                text = "a file chooser that no `upload` answers"
                yield self._made(
                    "unexpected_dialog", text, chooser, place, self._own_script(place), disturbs=True
                )

    def _echoes(self, said: ev.Console) -> bool:
        """Is this the browser's own line about an answer whose status the flow names?"""
        return said.text.startswith("Failed to load resource") and any(
            request.event.url == said.url
            and request.event.status is not None
            and request.event.status >= 400
            and self.named.status(request.event.method, request.event.url, request.event.status)
            for request in self.story.record.requests
        )

    def _own_script(self, place: ev.Place) -> bool:
        """Did a script, frame or page of our own do it? What has no origin is told by its document."""
        if place.origin and is_full_url(place.origin):
            return self.story.own(place.origin)
        document = self.story.document(place.document)
        if document is None:
            return True
        url = document.event.url
        return self.story.own(url) or not is_full_url(url) or url.startswith(("blob:", "data:"))

    def _app(self) -> Iterator[Incident]:
        for fact in self.story.record.app:
            if isinstance(fact.event, ev.AppExited) and self.story.counts(fact):
                text = f"the app ended by itself with code {fact.event.code}"
                yield Incident("app_exit", "inconclusive", text, fact.seq, fact.at, "", disturbs=True)

    def _made(
        self,
        kind: str,
        text: str,
        fact: Fact[object],
        place: ev.Place,
        own: bool,
        *,
        note: bool = False,
        disturbs: bool = False,
        url: str = "",
    ) -> Incident:
        """`note`: never more than a note; else the flow's level is filled in later."""
        level: Level = "note" if note else "inconclusive"
        return Incident(
            kind, level, one_line(text, 300), fact.seq, fact.at, place.user, own, disturbs=disturbs, url=url
        )


def _fits(pattern: str, incident: Incident) -> bool:
    """Does an `allow` pattern fit? It is a PATH, with or without METHOD, or a part of the text."""
    method, _, path = pattern.strip().rpartition(" ")
    by_path = path.startswith(("/", "*")) or is_full_url(path)
    if by_path and (not method or method.isupper() or method == "*") and incident.url:
        return method in ("", "*", incident.method) and path_matches(path, incident.url)
    return fold(pattern) in fold(incident.text)
