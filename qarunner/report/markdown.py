"""The view as `qa-report.md`. The first lines stand at fixed places, because the gate and cut comments go by
them: 1 title, 3 verdict, 5 reason, 7 run, 8 rules, 9 bundle digest, 10 commit.

Every text of the view passes `escape`; none stands first on a line, so no page can write a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from qarunner.claims.report import END_MARKER
from qarunner.model.verdict import Outcome, Verdict
from qarunner.report.escape import code
from qarunner.report.escape import markdown as words
from qarunner.report.view import CheckView, FlowView, Link, Picture, ReportView

_MARKS = {Outcome.HELD: "x", Outcome.VIOLATED: " ", Outcome.UNREACHED: "?", Outcome.UNJUDGED: "?"}
_LONG = 600
_VALUE = 300


def render(view: ReportView) -> str:
    """The whole report, ending in the end marker and a newline. The same view gives the same text."""
    return "\n".join([*_head(view), *_body(view), END_MARKER, ""])


def _head(view: ReportView) -> Iterator[str]:
    yield f"# QA report: {words(view.title)}"
    yield ""
    yield f"Verdict: {view.verdict.value}"
    yield ""
    yield f"Reason: {words(view.sentence, _LONG)} (`{view.reason}`, row {view.row})"
    yield ""
    yield f"- Run: {code(view.run)}"
    yield f"- Rules: {words(view.rules)}"
    yield f"- Bundle digest: `sha256:{view.digest}`"
    yield f"- Commit: {words(view.commit)}"
    yield ""


def _body(view: ReportView) -> Iterator[str]:
    yield "## May this be merged?"
    yield ""
    yield from _decision(view)
    if len(view.flows) == 1:
        yield from _flow(view.flows[0], "##")
        return
    yield from _table(
        ("#", "flow", "verdict", "reason", "checks held"),
        (
            (
                str(number),
                f"{words(flow.name)} ({code(flow.slug)})",
                flow.verdict.value,
                f"`{flow.reason}`",
                f"{flow.count(Outcome.HELD)} of {len(flow.checks)}",
            )
            for number, flow in enumerate(view.flows, 1)
        ),
        f"## Flows: {len(view.flows)}",
    )
    for number, flow in enumerate(view.flows, 1):
        yield f"## Flow {number}: {words(flow.name)}"
        yield ""
        sentence = words(flow.sentence, _LONG) + _pointers(flow)
        yield f"**{flow.verdict.value}** (`{flow.reason}`, row {flow.row}): {sentence}"
        yield ""
        yield from _picture(flow.picture)
        yield from _flow(flow, "###")


def _decision(view: ReportView) -> Iterator[str]:
    total = sum(len(flow.checks) for flow in view.flows)
    what = "the one check" if total == 1 else f"these {total} checks"
    match view.verdict:
        case Verdict.PASS:
            text = f"**Yes**, as far as {what} can tell: everything that was declared was reached and held."
        case Verdict.FAIL:
            text = "**No.** A failure was observed."
        case Verdict.INCONCLUSIVE:
            text = "**Not on this evidence.** The run could not find out, so it says neither yes nor no."
    deciding = next((flow for flow in view.flows if flow.verdict is view.verdict), None)
    yield text + (_pointers(deciding) if deciding else "")
    if view.flows and not any(flow.rendered for flow in view.flows):
        yield ""
        yield "Nothing was rendered: this run speaks of answers, not of what a person sees."
    yield ""
    yield from _picture(deciding.picture if deciding else None)


def _flow(flow: FlowView, level: str) -> Iterator[str]:
    counts = ", ".join(f"{flow.count(outcome)} {outcome.value}" for outcome in Outcome)
    yield f"{level} Checklist: {counts}"
    yield ""
    for check in flow.checks:
        yield from _check(check)
    if not flow.checks:
        yield "No check was declared, or none could be read."
    yield ""
    if flow.criteria:
        yield from _table(
            ("criterion", "checks held", "outcome"),
            ((words(c.name), f"{c.held} of {c.of}", c.outcome.value) for c in flow.criteria),
            f"{level} Criteria",
        )
    if flow.steps:
        yield from _table(
            ("#", "step", "result", "what it hit or saw", "page"),
            (
                (str(s.number), words(s.text), words(s.result), _cell(s.hit), _cell(s.page))
                for s in flow.steps
            ),
            f"{level} Path",
        )
    yield f"{level} Network"
    yield ""
    yield words(flow.traffic, _LONG) or "No request was recorded."
    yield ""
    if flow.answers:
        yield from _table(
            ("method", "address", "answer", "what", "evidence"),
            (
                (
                    words(a.method),
                    code(a.url),
                    code(a.status),
                    _cell(a.note) if "://" in a.note else words(a.note),
                    _link(a.evidence),
                )
                for a in flow.answers
            ),
        )
    yield f"{level} Incidents"
    yield ""
    for incident in flow.incidents:
        text = f": {code(incident.text)}" if incident.text else ""
        yield f"- {words(incident.kind)} ({words(incident.level)}){text}, {_link(incident.evidence)}"
    if not flow.incidents:
        yield "None."
    yield ""
    notes = [*flow.attempts, *flow.notes, *flow.more]
    if notes:
        yield f"{level} Notes"
        yield ""
        yield from (f"- {words(note, _LONG)}" for note in notes)
        yield ""
    yield f"{level} Environment"
    yield ""
    yield from (f"- {words(word)}: {code(value)}" for word, value in flow.environment)
    if not flow.environment:
        yield "Unknown: the log does not say."
    yield ""


def _check(check: CheckView) -> Iterator[str]:
    why = f": {check.outcome.value}" + (f", {words(check.why)}" if check.why else "")
    told = "" if check.outcome is Outcome.HELD and not check.why else why
    yield f"- [{_MARKS[check.outcome]}] **{words(check.label)}** ({code(check.id)}){told}"
    yield f"  - expected: {_value(check.expected)}"
    yield f"  - actual: {_value(check.actual)}"
    yield f"  - evidence: {', '.join(map(_link, check.evidence)) or 'none'}"


def _cell(text: str) -> str:
    return code(text) if text else ""


def _value(text: str) -> str:
    return code(text, _VALUE) if text else "–"


def _picture(picture: Picture | None) -> Iterator[str]:
    if picture is None:
        return
    path = quote(picture.path)
    yield f"![{words(picture.caption)}]({path})"
    yield ""
    yield f"[Open the picture]({path}), sha256 {code(picture.sha256)}"
    yield ""


def _table(names: Iterable[str], rows: Iterable[Iterable[str]], heading: str = "") -> Iterator[str]:
    if heading:
        yield heading
        yield ""
    head = list(names)
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _link(link: Link) -> str:
    return f"[{words(link.text)}]({quote(link.path, safe='/#')})"


def _pointers(flow: FlowView) -> str:
    """What decided; for PASS that is the checklist itself."""
    if flow.verdict is Verdict.PASS or not flow.evidence:
        return ""
    return f" Evidence: {', '.join(map(_link, flow.evidence))}."
