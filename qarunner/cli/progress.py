"""What `run` tells on stderr while it works: plain lines, one a flow and one a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qarunner.app.options import Outcome
from qarunner.app.telling import Tell, Told
from qarunner.cli.output import err

if TYPE_CHECKING:
    from qarunner.model.flow import Flow, Row

MARKS = {"done": "  ok ", "looked": "  ok ", "not so": "   ? ", "blocked": "   ! "}
CHECKS = {"held": "[x]", "violated": "[ ]", "unreached": "[?]", "unjudged": "[?]"}


class Progress:
    """Steps as they end; what they mean is told in the summary, from the evidence."""

    def flow(self, flow: Flow, row: Row | None, number: int, of: int) -> Tell:
        err(f"{number}/{of} {flow.path}{f' [{row.name}]' if row else ''}: {flow.name}")

        def tell(told: Told) -> None:
            if told.word:
                err(f"{MARKS.get(told.word, '     ')}{told.label}")

        return tell

    def summary(self, outcome: Outcome) -> None:
        """The verdict of each flow, why, and its checklist."""
        for flow in outcome.evidence.flows:
            verdict = flow.verdict
            path = flow.started.flow_path if flow.started else flow.slug
            err("")
            why = f"{verdict.reason.value}, row {verdict.row}"
            err(f"{verdict.verdict.value} {path}: {verdict.sentence} ({why})")
            for check in verdict.checks:
                err(f"  {CHECKS[check.outcome.value]} {check.label}")
                if check.outcome.value != "held":
                    err(f"      expected {check.expected}; actual {check.actual}")
        err("")
