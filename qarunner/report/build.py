"""Evidence -> view: what the report of a run says."""

from __future__ import annotations

from dataclasses import replace

from qarunner.model.verdict import RULES
from qarunner.report import checklist, environment, incidents, network, notes, path, pictures
from qarunner.report.digest import run_digest
from qarunner.report.evidence import Attempt, FlowEvidence, RunEvidence
from qarunner.report.links import Place
from qarunner.report.view import FlowView, ReportView


def view(evidence: RunEvidence) -> ReportView:
    """The whole report. The same evidence gives the same view."""
    flows = tuple(_flow(flow) for flow in evidence.flows)
    suite = evidence.suite
    started = next((flow.started for flow in evidence.flows if flow.started), None)
    return ReportView(
        title=flows[0].name if len(flows) == 1 else f"{len(flows)} flows",
        verdict=suite.verdict,
        reason=suite.reason.value,
        row=suite.row,
        sentence=suite.sentence,
        run=evidence.run or "unknown",
        rules=RULES,
        digest=run_digest(evidence),
        commit=environment.commit(started.git) if started else "unknown",
        flows=flows,
    )


def _flow(flow: FlowEvidence) -> FlowView:
    attempt, verdict, started = flow.deciding, flow.verdict, flow.started
    place = Place(flow.slug, attempt.number if attempt else 1)
    told = FlowView(
        slug=flow.slug,
        name=_name(flow),
        path=started.flow_path if started else "",
        verdict=verdict.verdict,
        reason=verdict.reason.value,
        row=verdict.row,
        sentence=verdict.sentence,
        evidence=place.all(verdict.evidence),
        attempts=_attempts(flow),
    )
    return told if attempt is None else _facts(told, attempt, place)


def _facts(told: FlowView, attempt: Attempt, place: Place) -> FlowView:
    record = attempt.record
    if record is None:
        trouble = f"The evidence cannot be read: {attempt.trouble.rstrip('.')}."
        return replace(told, rendered=False, notes=(trouble,))
    checks = checklist.checks(attempt.verdict, place)
    answers, answers_left = network.answers(record, place)
    shown, incidents_left = incidents.incidents(record, attempt.incidents, place)
    criteria = checklist.criteria(checks, record.started.event.because)
    return replace(
        told,
        picture=pictures.decisive(record, attempt.verdict, place),
        rendered=any(fact.event.blob for fact in record.screenshots),
        checks=checks,
        criteria=criteria,
        steps=path.steps(record, attempt.verdict),
        traffic=network.traffic(record),
        answers=answers,
        incidents=shown,
        more=tuple(left for left in (answers_left, incidents_left) if left),
        notes=notes.notes(record, attempt.verdict, attempt.incidents),
        environment=environment.environment(record.started.event),
    )


def _name(flow: FlowEvidence) -> str:
    started = flow.started
    name = (started.flow_name.strip() if started else "") or flow.slug
    return name if started is None or started.row is None else f"{name} [{started.row}]"


def _attempts(flow: FlowEvidence) -> tuple[str, ...]:
    """A sentence an attempt, when there was more than one."""
    if len(flow.attempts) < 2:
        return ()
    return tuple(
        f"Attempt {a.number}: {a.verdict.verdict.value} ({a.verdict.reason.value}, row {a.verdict.row}). "
        f"{a.verdict.sentence}"
        for a in flow.attempts
    )
