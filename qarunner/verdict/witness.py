"""Is there something to show for what held: a good picture of each page, or the stored answers?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qarunner.model import events as ev
from qarunner.model.observation import DownloadsSeen
from qarunner.model.record import Fact
from qarunner.model.verdict import Reason
from qarunner.verdict.causes import Cause, name
from qarunner.verdict.named import Named
from qarunner.verdict.outcomes import Checked
from qarunner.verdict.story import Story
from qarunner.verdict.surface import Surfaces

_NEVER_JUDGED = frozenset({"body", "blob", "screenshot", "starved", "page_closed", "document_state"})
"""Channels whose loss can hide nothing against a flow whose checks all held: what a check or a witness
needs of them is asked for by itself."""
_NOTES = {"console": "console_error", "websocket": "websocket_error"}
"""Channels that are judged only when the flow says so."""
_NO_BODY = frozenset({204, 205, 304})


@dataclass(frozen=True)
class Witness:
    """The causes of row 9."""

    story: Story
    named: Named
    surfaces: Surfaces
    checks: Sequence[Checked]

    def dropped(self) -> Iterator[Cause]:
        """Facts of a kind that is judged were dropped: one of them might have been a failure."""
        for fact in self.story.record.dropped:
            channel = fact.event.channel
            if channel in _NEVER_JUDGED or not self._judged(channel):
                continue
            why = f"{fact.event.count} facts of the kind `{channel}` were dropped, past the cap"
            yield Cause(9, Reason.EVIDENCE_INCOMPLETE, why, fact.seq)

    def _judged(self, channel: str) -> bool:
        kind = _NOTES.get(channel)
        if kind is None:
            return True
        asked = channel == "console" and self.named.judges_console
        return asked or self.story.run.watch.get(kind, "note") != "note"

    def missing(self) -> Iterator[Cause]:
        """A check that held without a witness."""
        held = [c for c in self.checks if c.held and c.glance is not None]
        rendered = [c for c in held if c.glance is not None and not c.glance.answered_only]
        if rendered:
            yield from self._pictures(rendered)
        else:
            yield from self._answers(held)

    def _pictures(self, held: Sequence[Checked]) -> Iterator[Cause]:
        pages: dict[int | None, Checked] = {}
        saw_element: set[int | None] = set()
        for check in held:
            assert check.glance is not None
            page = check.glance.looked.place.page
            pages.setdefault(page, check)
            if check.glance.saw_element:
                saw_element.add(page)
        shots = [s for s in self.story.record.screenshots if self.story.counts(s, s.event.place)]
        for page, check in pages.items():
            if not any(s.event.place.page == page and self._is_good(s, page in saw_element) for s in shots):
                why = f"no good screenshot of the page on which “{name(check.step)}” held"
                yield Cause(9, Reason.EVIDENCE_INCOMPLETE, why, _seq(check))

    def _is_good(self, fact: Fact[ev.Screenshot], saw_element: bool) -> bool:
        """A picture of a reached document; one colour is good when a check saw an element in it. (The
        browser's own error page is no reached document, unless it stands for an empty answer.)"""
        shot = fact.event
        if shot.blob is None or shot.failed or (shot.one_colour and not saw_element):
            return False
        standing = self.surfaces.at(shot.place, fact.seq)
        return standing.reached and (not standing.answer or self.surfaces.names_status(standing))

    def _answers(self, held: Sequence[Checked]) -> Iterator[Cause]:
        """Nothing was rendered: then each check needs the answer, or the file, that it judged."""
        for check in held:
            assert check.glance is not None
            files = [d for _, _, s in check.glance.parts if isinstance(s, DownloadsSeen) for d in s.downloads]
            kept = any(file.blob is not None for file in files) or any(
                a.status is not None
                and (a.body is not None or a.blob is not None or a.status in _NO_BODY or a.method == "HEAD")
                for a in check.glance.answers()
            )
            if not kept and not check.glance.negative:
                why = f"the answer that “{name(check.step)}” judged was not stored"
                yield Cause(9, Reason.EVIDENCE_INCOMPLETE, why, _seq(check))


def _seq(check: Checked) -> int:
    return check.glance.fact.seq if check.glance is not None else 0
