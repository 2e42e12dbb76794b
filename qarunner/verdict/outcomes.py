"""What became of each declared check: held, violated, unreached or unjudged.

`violated` needs a reached surface and a window in which nothing happened that is no proof against the
product. The window runs from the start of the user's latest action (or from `since`) to the last look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.record import Fact, StepRecord
from qarunner.model.text import one_line
from qarunner.model.verdict import CheckResult, Evidence, Outcome, Reason
from qarunner.verdict.glances import Glance, declared
from qarunner.verdict.incidents import Incident
from qarunner.verdict.story import Story
from qarunner.verdict.surface import Standing, Surfaces
from qarunner.verdict.windows import Disturbance, disturbance

FIRST_LOOK_MS = 100
"""A condition that held from so long after the start of its wait on held at the first look."""

OBSTACLES: Mapping[ev.Obstacle, Reason] = {
    "target-missing": Reason.TARGET_MISSING,
    "target-covered": Reason.TARGET_COVERED,
    "target-disabled": Reason.TARGET_DISABLED,
    "target-moving": Reason.TARGET_MOVING,
    "value-refused": Reason.VALUE_REFUSED,
    "flow-defect": Reason.FLOW_DEFECT,
    "navigation": Reason.WRONG_TARGET,
    "page-unresponsive": Reason.PAGE_UNRESPONSIVE,
    "page-crash": Reason.PAGE_CRASH,
    "browser-crash": Reason.BROWSER_CRASH,
    "setup-failed": Reason.SETUP_FAILED,
    "capture-failed": Reason.CAPTURE_FAILED,
}


@dataclass(frozen=True)
class Checked:
    """The result of one check and what it rests on. `seq` is the line that explains it."""

    step: StepRecord
    outcome: Outcome
    reason: Reason | None = None
    why: str = ""
    seq: int | None = None
    glance: Glance | None = None
    standing: Standing | None = None

    @property
    def held(self) -> bool:
        return self.outcome is Outcome.HELD

    def result(self, values: Mapping[str, Json]) -> CheckResult:
        """The line of the checklist; `values` are those of the start."""
        plan, glance = self.step.plan, self.glance
        actual = glance.actual if glance is not None else ""
        if self.why:
            actual = f"{actual} ({self.why})" if actual else self.why
        because = plan.modifiers.get("because")
        return CheckResult(
            id=plan.id,
            step=self.step.index,
            label=plan.label,
            outcome=self.outcome,
            reason=self.reason,
            expected=one_line(glance.expected if glance is not None else declared(plan, values), 500),
            actual=one_line(actual, 500),
            late_ms=glance.late_ms if glance is not None else None,
            because=because if isinstance(because, str) else ", ".join(map(str, because or ())),  # type: ignore[arg-type]
            evidence=self.evidence(),
        )

    def evidence(self) -> tuple[Evidence, ...]:
        """The look with the nearest picture, then the line that explains the outcome."""
        found = []
        if self.glance is not None:
            pictures = [f.event.blob for f in self.step.screenshots if f.event.blob is not None]
            found.append(Evidence(seq=self.glance.fact.seq, blob=pictures[-1] if pictures else None))
            if self.glance.body is not None:
                found.append(Evidence(seq=self.glance.fact.seq, blob=self.glance.body))
        elif self.step.blocked is not None:
            found.append(Evidence(seq=self.step.blocked.seq))
        if self.seq is not None and all(e.seq != self.seq for e in found):
            found.append(Evidence(seq=self.seq))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _Taint:
    """An unjudged check: from here on nothing that is false is proof, until a `reach` on a new document."""

    seq: int
    disturbance: Disturbance


@dataclass
class Checker:
    """Judges the checks of one record in their order; later ones depend on earlier ones."""

    story: Story
    surfaces: Surfaces
    glances: Mapping[int, Glance]
    incidents: Sequence[Incident]
    done: list[Checked] = field(default_factory=list)
    taints: list[_Taint] = field(default_factory=list)

    def all(self) -> tuple[Checked, ...]:
        for step in self.story.checks:
            self.done.append(self._check(step))
        return tuple(self.done)

    def _check(self, step: StepRecord) -> Checked:
        glance = self.glances.get(step.index)
        if glance is None:
            if step.blocked is not None:
                reason = OBSTACLES[step.blocked.event.obstacle]
                return Checked(step, Outcome.UNJUDGED, reason, step.blocked.event.message, step.blocked.seq)
            return Checked(step, Outcome.UNREACHED, Reason.NOT_RUN, "the flow had stopped before")
        if not self.story.trusted(glance.fact.seq):
            why = "the evidence is broken from here on"
            return Checked(step, Outcome.UNJUDGED, Reason.EVIDENCE_BROKEN, why, glance=glance)
        if not glance.holds and glance.looked.ended == "page-gone":
            return self._page_gone(step, glance)
        standing = None
        if not glance.answered_only:
            standing = self.surfaces.at(glance.looked.place, glance.fact.seq, false=not glance.true)
            if not standing.reached:
                harness = standing.reason is Reason.PAGE_CRASH
                outcome = Outcome.UNJUDGED if harness else Outcome.UNREACHED
                return Checked(step, outcome, standing.reason, standing.why, standing.seq, glance, standing)
        return self._judged(step, glance, standing)

    def _page_gone(self, step: StepRecord, glance: Glance) -> Checked:
        for lost in self.story.record.harness:
            if isinstance(lost.event, ev.BrowserLost):
                return self._unjudged(
                    step, glance, None, Disturbance(Reason.BROWSER_CRASH, lost.event.message, lost.seq)
                )
        for fact in self.story.record.pages:
            if isinstance(fact.event, ev.PageCrashed) and fact.event.place.page == glance.looked.place.page:
                return self._unjudged(
                    step, glance, None, Disturbance(Reason.PAGE_CRASH, "the page crashed", fact.seq)
                )
        why = "the page was closed before the check was decided"
        return Checked(step, Outcome.UNREACHED, Reason.WRONG_TARGET, why, glance.fact.seq, glance)

    def _judged(self, step: StepRecord, glance: Glance, standing: Standing | None) -> Checked:
        if glance.trouble:
            why = glance.trouble
            return Checked(
                step, Outcome.UNJUDGED, Reason.EVIDENCE_BROKEN, why, glance.fact.seq, glance, standing
            )
        if glance.holds:
            return self._held(step, glance, standing)
        if glance.ambiguous:
            why = "which element is meant is not said"
            return Checked(step, Outcome.UNJUDGED, Reason.FLOW_DEFECT, why, glance.fact.seq, glance, standing)
        found = disturbance(self.story, glance, self.incidents) or self._tainted(glance)
        if found is not None:
            return self._unjudged(step, glance, standing, found)
        if glance.body_missing:
            why = "the body of the answer was not kept"
            return Checked(
                step, Outcome.UNJUDGED, Reason.EVIDENCE_INCOMPLETE, why, glance.fact.seq, glance, standing
            )
        if self._nobody_looked(glance):
            why = "when `within` ended an earlier step was waiting: put this check right after the action"
            return Checked(
                step, Outcome.UNJUDGED, Reason.EVIDENCE_INCOMPLETE, why, glance.fact.seq, glance, standing
            )
        return Checked(step, Outcome.VIOLATED, None, "", None, glance, standing)

    def _nobody_looked(self, glance: Glance) -> bool:
        """Was it true at the very first look, which came after `within` had ended? Being late was then not
        observed, unless the document itself came later than that."""
        look = glance.looked
        if glance.late_ms is None or look.within_ms is None:
            return False
        kept = look.for_ms is not None and look.held_for_ms >= look.looked_ms - look.began_ms - FIRST_LOOK_MS
        first = look.count == 1 or kept
        document = self._document(glance)
        return first and (document is None or document.at <= look.action_ms + look.within_ms)

    def _unjudged(
        self, step: StepRecord, glance: Glance, standing: Standing | None, found: Disturbance
    ) -> Checked:
        self.taints.append(_Taint(glance.fact.seq, found))
        return Checked(step, Outcome.UNJUDGED, found.reason, found.why, found.seq, glance, standing)

    def _held(self, step: StepRecord, glance: Glance, standing: Standing | None) -> Checked:
        if standing is not None and standing.answer and not self.surfaces.names_status(standing):
            reason = standing.reason or Reason.WRONG_TARGET
            why = standing.why or "`open` names another status than the document has"
            return Checked(step, Outcome.UNREACHED, reason, why, standing.seq, glance, standing)
        if glance.negative and not self._supported(glance):
            why = "nothing showed before that the page was there: put a `reach` or a positive check first"
            return Checked(step, Outcome.UNJUDGED, Reason.UNSUPPORTED, why, glance.fact.seq, glance, standing)
        return Checked(step, Outcome.HELD, None, "", None, glance, standing)

    def _tainted(self, glance: Glance) -> Disturbance | None:
        """The disturbance of an earlier unjudged check, if no `reach` on a newer document lifted it."""
        place, seq = glance.looked.place, glance.fact.seq
        for taint in reversed(self.taints):
            if not any(
                taint.seq < g.fact.seq < seq
                and g.looked.place.page == place.page
                and self._document_seq(g) > taint.seq
                and self._document_seq(g) == self._document_seq(glance)
                for g in self._reaches()
            ):
                found = taint.disturbance
                return Disturbance(found.reason, f"since an earlier check: {found.why}", found.seq)
        return None

    def _reaches(self) -> list[Glance]:
        return [g for g in self.surfaces.reaches() if self.surfaces.reach_held(g)]

    def _document(self, glance: Glance) -> Fact[ev.DocumentCommitted] | None:
        return self.surfaces.document_of(glance.looked.place, glance.fact.seq)

    def _document_seq(self, glance: Glance) -> int:
        document = self._document(glance)
        return document.seq if document is not None else -1

    def _supported(self, glance: Glance) -> bool:
        """Did something positive hold before, on the same document of the same page?"""
        here = (glance.looked.place.page, self._document_seq(glance))
        shown = [g for g in self._reaches() if g.positive]
        shown += [
            c.glance
            for c in self.done
            if c.held
            and c.glance is not None
            and (
                c.glance.positive
                or (glance.answered_only and c.glance.answered_only and not c.glance.negative)
            )
        ]
        return any(
            g.fact.seq < glance.fact.seq and (g.looked.place.page, self._document_seq(g)) == here
            for g in shown
        )
