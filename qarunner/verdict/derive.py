"""The verdict of one attempt: a pure function of its record.

The facts are gathered into causes, the causes into a `Situation`, the table decides the row, and the first
cause of that row in the log gives reason, sentence and evidence.
"""

from __future__ import annotations

from dataclasses import dataclass

from qarunner.model.record import Integrity, RunRecord
from qarunner.model.text import one_line
from qarunner.model.verdict import Evidence, Outcome, Reason, RunVerdict, Verdict
from qarunner.verdict import causes as cause
from qarunner.verdict.causes import Cause
from qarunner.verdict.glances import Glance, glance
from qarunner.verdict.incidents import Incident, Incidents
from qarunner.verdict.named import Named
from qarunner.verdict.outcomes import Checked, Checker
from qarunner.verdict.path import Path
from qarunner.verdict.story import Story
from qarunner.verdict.surface import Surfaces
from qarunner.verdict.table import Checks, Log, Row, Situation, decide
from qarunner.verdict.witness import Witness

_JUST_UNSEALED = frozenset({"unsealed", "torn-line"})
_SENTENCE = 500


@dataclass(frozen=True)
class Derivation:
    """The verdict with all that led to it; the report tells from it."""

    verdict: RunVerdict
    situation: Situation
    causes: tuple[Cause, ...]
    incidents: tuple[Incident, ...]
    checked: tuple[Checked, ...]
    surfaces: Surfaces


def derive(record: RunRecord) -> RunVerdict:
    """The verdict of one attempt. Total: never raises for a record that `fold` gave."""
    return explain(record).verdict


def explain(record: RunRecord) -> Derivation:
    """The verdict of one attempt, with its causes."""
    story = Story(record)
    glances: dict[int, Glance] = {}
    for step in record.steps:
        found = glance(step, story.origins)
        if found is not None:
            glances[step.index] = found
    named = Named(story, glances)
    surfaces = Surfaces(story, named, glances)
    incidents = Incidents(story, named).all()
    checked = Checker(story, surfaces, glances, incidents).all()
    gathered = _gather(story, named, surfaces, incidents, checked)
    situation = _situation(record, gathered, checked)
    row = decide(situation)
    verdict = _verdict(record, row, gathered, checked)
    return Derivation(verdict, situation, gathered, incidents, checked, surfaces)


def incidents_of(record: RunRecord) -> tuple[Incident, ...]:
    """All that happened beside the steps, allowed incidents included, in log order."""
    return explain(record).incidents


def broken(integrity: Integrity, message: str) -> RunVerdict:
    """The verdict over a bundle that is there but cannot be read as a log at all (row 3)."""
    where = integrity.breaks[0] if integrity.breaks else None
    told = f"{message} ({where.where}: {where.message})" if where else message
    return RunVerdict(
        verdict=Verdict.INCONCLUSIVE,
        reason=Reason.EVIDENCE_BROKEN,
        row=3,
        sentence=one_line(f"The evidence is broken: {told}", _SENTENCE),
    )


def _gather(
    story: Story,
    named: Named,
    surfaces: Surfaces,
    incidents: tuple[Incident, ...],
    checked: tuple[Checked, ...],
) -> tuple[Cause, ...]:
    witness = Witness(story, named, surfaces, checked)
    found = [*cause.identity(story), *cause.harness(story), *Path(story, surfaces, checked).causes()]
    found += [c for check in checked if (c := cause.of_check(check)) is not None]
    found += [c for i in incidents if (c := cause.of_incident(i, trusted=story.trusted(i.seq))) is not None]
    for trouble in story.record.integrity.breaks:
        if trouble.what not in _JUST_UNSEALED:
            why = f"The evidence is broken at {trouble.where}: {trouble.message}"
            found.append(Cause(3, Reason.EVIDENCE_BROKEN, why, trouble.seq or 0))
    if not story.checks:
        found.append(Cause(8, Reason.NOTHING_CHECKED, "The flow declares no check", story.record.started.seq))
    found += [*witness.dropped(), *witness.missing()]
    return tuple(sorted(found, key=lambda c: (c.row, c.seq)))


def _situation(record: RunRecord, gathered: tuple[Cause, ...], checked: tuple[Checked, ...]) -> Situation:
    rows = {c.row for c in gathered}
    what = {b.what for b in record.integrity.breaks}
    log = Log.SEALED if record.integrity.sealed else Log.UNSEALED
    return Situation(
        foreign=0 in rows,
        violated=1 in rows,
        fault=2 in rows,
        log=Log.BROKEN if 3 in rows or what - _JUST_UNSEALED else log,
        harness=4 in rows,
        document=5 in rows,
        blocked=6 in rows,
        incident=7 in rows,
        checks=_checks(gathered, checked),
        witnessed=9 not in rows,
    )


def _checks(gathered: tuple[Cause, ...], checked: tuple[Checked, ...]) -> Checks:
    first = next((c for c in gathered if c.row == 8), None)
    if first is not None:
        return Checks.NONE if first.reason is Reason.NOTHING_CHECKED else Checks(first.reason.value)
    return Checks.ALL_HELD if checked and all(c.held for c in checked) else Checks.EXPLAINED


def _verdict(
    record: RunRecord, row: Row[Situation], gathered: tuple[Cause, ...], checked: tuple[Checked, ...]
) -> RunVerdict:
    decisive = next((c for c in gathered if c.row == row.number), None)
    if decisive is not None:
        reason, sentence = decisive.reason, decisive.why
        evidence = (Evidence(seq=decisive.seq, blob=decisive.blob), *_more(gathered, decisive))
    elif row.verdict is Verdict.PASS:
        held = sum(c.outcome is Outcome.HELD for c in checked)
        reason = Reason.ALL_HELD
        sentence = f"All {held} declared checks held" if held > 1 else "The one declared check held"
        evidence = tuple(e for c in checked for e in c.evidence()[:1])
    else:
        reason, sentence, evidence = sorted(row.reasons)[0], row.when, (Evidence(seq=record.started.seq),)
    return RunVerdict(
        verdict=row.verdict,
        reason=reason,
        row=row.number,
        sentence=_sentence(sentence),
        evidence=evidence,
        checks=tuple(c.result(record.started.event.values) for c in checked),
    )


def _more(gathered: tuple[Cause, ...], decisive: Cause) -> tuple[Evidence, ...]:
    """The other causes of the deciding row, each line once, a handful at most."""
    seqs = dict.fromkeys(c.seq for c in gathered if c.row == decisive.row and c.seq != decisive.seq)
    return tuple(Evidence(seq=seq) for seq in list(seqs)[:9])


def _sentence(text: str) -> str:
    line = one_line(text[:1].upper() + text[1:], _SENTENCE)
    return line if line.endswith((".", "…", "!", "?")) else f"{line}."
