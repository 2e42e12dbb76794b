"""Runs every rule over one input. A rule that cannot run is told, loudly: silence never reads as "fine"."""

from __future__ import annotations

from collections.abc import Sequence

from qarunner.gate.finding import Code, Finding
from qarunner.gate.result import CannotJudge, GateResult
from qarunner.gate.rules.registry import RULES, Rule
from qarunner.gate.view import GateInput
from qarunner.model.verdict import Verdict


def check(
    given: GateInput,
    *,
    target: str,
    require: Verdict | None = None,
    rules: Sequence[tuple[Code, Rule]] = RULES,
) -> GateResult:
    """All findings in the order of the rules, and everything that could not be judged."""
    findings: list[Finding] = []
    cannot = list(given.out_of_reach)
    for code, rule in rules:
        try:
            findings += rule(given)
        except CannotJudge as error:
            cannot.append(f"{error} ({code.value})")
        except Exception as error:  # noqa: BLE001 - whatever breaks a rule, its silence must not pass
            cannot.append(f"the rule {code.value} broke: {type(error).__name__}: {error}")
    return GateResult(
        target=target,
        source=given.source,
        claim=given.claim,
        derived=given.derived,
        findings=tuple(findings),
        cannot=tuple(cannot),
        require=require,
    )
