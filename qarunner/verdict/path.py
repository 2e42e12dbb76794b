"""Where the path of the flow broke: a document did not come (row 5), a step could not be done (row 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qarunner.model import events as ev
from qarunner.model.record import Fact, StepRecord
from qarunner.model.verdict import Reason
from qarunner.steps.expect.download import DownloadIs
from qarunner.steps.expect.response import Response
from qarunner.verdict.arrival import failed_navigation
from qarunner.verdict.causes import Cause, name
from qarunner.verdict.glances import Glance
from qarunner.verdict.outcomes import OBSTACLES, Checked
from qarunner.verdict.story import BESIDE_THE_PAGE, CHECK, LOOKING, REACH, Story, last, page_of
from qarunner.verdict.surface import Standing, Surfaces
from qarunner.verdict.table import ROWS
from qarunner.verdict.windows import answered_by, starved

_END = 1 << 60
"""After every line of the log."""


@dataclass(frozen=True)
class Path:
    """The causes of rows 5 and 6 (and 4 where the harness was to blame) that lie in the steps."""

    story: Story
    surfaces: Surfaces
    checks: Sequence[Checked]

    def causes(self) -> Iterator[Cause]:
        yield from self._app()
        for step in self.story.steps:
            if step.plan.kind == "open" and step.started is not None:
                yield from self._open(step)
            if step.blocked is not None and step.plan.kind != CHECK:
                yield self._blocked(step, step.blocked)
            elif step.plan.kind in LOOKING and step.plan.kind != CHECK:
                glance = self.surfaces.glances.get(step.index)
                if glance is not None:
                    yield from self._looked(step, glance)

    def _app(self) -> Iterator[Cause]:
        ready = False
        for fact in self.story.record.app:
            ready = ready or isinstance(fact.event, ev.AppReady)
            if isinstance(fact.event, ev.AppUnready):
                exited = self.story.exited(fact.at)
                reason = Reason.APP_UNREACHABLE if exited is None else Reason.APP_EXITED
                why = f"The app under test never became ready at {fact.event.url}: {fact.event.last}"
                yield Cause(5, reason, why, fact.seq)
            elif isinstance(fact.event, ev.AppExited) and not ready and self.story.run.app:
                why = f"The app under test ended with code {fact.event.code} before it was ready"
                yield Cause(5, Reason.APP_EXITED, why, fact.seq)

    # ---- open

    def _open(self, step: StepRecord) -> Iterator[Cause]:
        if step.blocked is not None and step.blocked.event.obstacle != "navigation":
            return
        came = self._arrived(step)
        if came is None or (came.reached and not came.answer) or self._is_named(step, came):
            return
        reason = came.reason or Reason.WRONG_TARGET
        row = 5 if reason in ROWS[5].reasons else 4
        why = came.why or "it came with another status than `open` names"
        yield Cause(
            row, reason, f"The document of “{name(step)}” did not come as the step allows: {why}", came.seq
        )

    def _arrived(self, step: StepRecord) -> Standing | None:
        """Where an `open` ended; None when there is nothing to say about it."""
        record = self.story.record
        failed = last([f for f in record.failed_navigations if self._by(f.event, step)])
        document = last([d for d in record.documents if self._is_from(d, step)])
        if failed is not None and (document is None or document.seq < failed.seq):
            reason, why = failed_navigation(self.story, failed)
            return Standing(False, reason, why, None, seq=failed.seq)
        if document is not None:
            if self._timed_out(step, document):
                if cut := self.surfaces.cut(document):
                    why = f"the document was cut: {cut}"
                    return Standing(False, Reason.NET_ERROR, why, document, seq=document.seq)
                why = "it was not ready (no DOMContentLoaded) when its time was over"
                return Standing(False, Reason.NO_ANSWER, why, document, seq=document.seq)
            return self.surfaces.document_stood(document, self._until(step), confirmed_until=_END)
        if step.blocked is not None:
            return Standing(False, Reason.NO_ANSWER, step.blocked.event.message, None, seq=step.blocked.seq)
        if step.done is None:
            return None  # the run ended in the middle of it
        before = self.story.latest_document(page_of(step), step.done.seq)
        if before is not None:
            return None  # an address within the same document
        return Standing(False, Reason.WRONG_TARGET, "nothing shows that it came", None, seq=step.done.seq)

    def _timed_out(self, step: StepRecord, document: Fact[ev.DocumentCommitted]) -> bool:
        """Did `open` end at its deadline with a document that was not ready? Later is too late."""
        done = step.done
        if (
            done is None
            or done.event.elapsed_ms < self.story.timeout(step)
            or document.event.inherits is not None
        ):
            return False
        return document.seq < done.seq and not self.surfaces.ready(document, done.seq)

    @staticmethod
    def _by(event: ev.NavigationFailed, step: StepRecord) -> bool:
        return event.by == "open" and event.place.step == step.index

    def _is_from(self, document: Fact[ev.DocumentCommitted], step: StepRecord) -> bool:
        opener = self.surfaces.opened.step(document)
        return opener is not None and opener.index == step.index

    def _until(self, step: StepRecord) -> int:
        """The first line of the user's next action."""
        assert step.started is not None
        user, seq = step.started.event.place.user, step.started.seq
        return min(
            (f.seq for _, f in self.story.actions if f.seq > seq and f.event.place.user == user), default=_END
        )

    def _is_named(self, step: StepRecord, came: Standing) -> bool:
        """Does a check that held name path and status of this `open`, or its download?"""
        answers: list[tuple[str, str, int | None]] = []
        document = came.document.event if came.document is not None else None
        if document is not None:
            answers += [(document.method, url, document.status) for url in (document.asked, document.url)]
            answers += [("GET", url, status) for status, url in document.redirects]
        downloads = False
        for fact in self.story.record.failed_navigations:
            if self._by(fact.event, step):
                answers.append(("GET", fact.event.asked, fact.event.status))
                downloads = downloads or fact.event.outcome == "download"
        for check in self.checks:
            if not check.held or check.glance is None or check.step.index < step.index:
                continue
            for condition in check.glance.conditions:
                if downloads and isinstance(condition, DownloadIs):
                    return True
                if isinstance(condition, Response) and condition.status_code is not None:
                    code = condition.status_code
                    if any(s == code and condition.wants(method, url) for method, url, s in answers):
                        return True
        return False

    # ---- steps that were not done

    def _blocked(self, step: StepRecord, fact: Fact[ev.StepBlocked]) -> Cause:
        blocked = fact.event
        reason = OBSTACLES[blocked.obstacle]
        what = f"“{name(step)}” could not be done"
        if reason in ROWS[4].reasons:
            return Cause(4, reason, f"{what}: {blocked.message}", fact.seq)
        standing = self._stood(step, fact)
        if standing is not None and (not standing.reached or standing.answer):
            row = self._row(standing.reason)
            return Cause(row, standing.reason or Reason.WRONG_TARGET, f"{what}: {standing.why}", standing.seq)
        if blocked.obstacle == "navigation":
            return Cause(5, Reason.NO_ANSWER, f"{what}: {blocked.message}", fact.seq)
        began = step.started.at if step.started is not None else fact.at - blocked.elapsed_ms
        lag = starved(self.story, began, fact.at, self.story.run.timeout_ms, blocked.alive, fact)
        if lag is not None:
            return Cause(4, lag.reason, f"{what}: {lag.why}", lag.seq)
        return Cause(6, reason, f"{what}: {blocked.message}", fact.seq)

    def _stood(self, step: StepRecord, fact: Fact[ev.StepBlocked]) -> Standing | None:
        """Where the action was tried; None when that does not matter: it never came to the page."""
        blocked, place = fact.event, fact.event.place
        unread = blocked.obstacle == "flow-defect" and not blocked.matched
        beside = step.plan.kind in BESIDE_THE_PAGE or (
            step.plan.kind == "open" and blocked.obstacle != "navigation"
        )
        if place.page is None and step.started is not None:
            place = step.started.event.place
        if unread or beside or place.page is None:
            return None
        return self.surfaces.at(place, fact.seq, false=True)

    @staticmethod
    def _row(reason: Reason | None) -> int:
        return next((n for n in (5, 4, 6) if reason in ROWS[n].reasons), 5)

    def _looked(self, step: StepRecord, glance: Glance) -> Iterator[Cause]:
        """A `reach` or `wait` whose conditions did not come, or came on a document that does not count."""
        look, seq = glance.looked, glance.fact.seq
        what = f"“{name(step)}” did not hold"
        if glance.trouble:
            yield Cause(3, Reason.EVIDENCE_BROKEN, f"{what}: {glance.trouble}", seq)
            return
        if self.surfaces.reach_held(glance) if step.plan.kind == REACH else glance.holds:
            return
        ground = self.surfaces.ground(look.place, seq, false=not glance.true)
        if not glance.answered_only and (not ground.reached or ground.answer):
            reason = ground.reason or Reason.WRONG_TARGET
            yield Cause(self._row(reason), reason, f"{what}: {ground.why or 'another status'}", ground.seq)
            return
        told = f"{what}: expected {glance.expected}, actual: {glance.actual}"
        if look.alive is not None and not look.alive.responsive:
            yield Cause(4, Reason.PAGE_UNRESPONSIVE, f"{what}: the page did not respond any more", seq)
            return
        lag = starved(self.story, look.window_ms, look.looked_ms, look.timeout_ms, look.alive, glance.fact)
        if lag is not None:
            yield Cause(4, lag.reason, f"{what}: {lag.why}", lag.seq)
        elif glance.ambiguous:
            yield Cause(6, Reason.FLOW_DEFECT, told, seq)
        elif any(c.subject == "page" and not j.holds for c, j, _ in glance.parts):
            yield self._elsewhere(glance, ground, told)
        else:
            yield Cause(6, Reason.TARGET_MISSING, told, seq)

    def _elsewhere(self, glance: Glance, ground: Standing, told: str) -> Cause:
        """The page has another address or title than the `reach` says: who stands in its place?"""
        look, seq = glance.looked, glance.fact.seq
        for fact in self.story.record.requests:
            request = fact.event
            leads_here = request.navigation and request.own and request.place.page == look.place.page
            began = look.window_ms <= request.began_ms <= look.looked_ms
            if leads_here and began and not answered_by(request, look.looked_ms):
                return Cause(5, Reason.NO_ANSWER, f"{told}; {request.url} was still unanswered", fact.seq)
        if ground.document is not None and self.story.has_password_field(ground.document, seq):
            return Cause(5, Reason.AUTH_REQUIRED, f"{told}; the page asks for a password", seq)
        return Cause(5, Reason.WRONG_TARGET, told, seq)
