"""What an `expect`, `reach` or `wait` saw, judged again from the log: the conditions decide, nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from qarunner.errors import QaError
from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.observation import (
    Answer,
    ConsoleSeen,
    DialogsSeen,
    DownloadsSeen,
    ElementSeen,
    Judged,
    NetworkSeen,
    PageSeen,
    Seen,
)
from qarunner.model.record import Fact, StepRecord
from qarunner.model.values import substitute
from qarunner.steps import registry
from qarunner.steps.expect.base import Condition
from qarunner.steps.expect.http import Http
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.expect.response import Response

_SEEN: TypeAdapter[Seen] = TypeAdapter(
    Annotated[
        ElementSeen | PageSeen | NetworkSeen | DownloadsSeen | DialogsSeen | ConsoleSeen,
        Field(discriminator="subject"),
    ]
)
_ANSWERED = frozenset({"response", "no_request", "http", "download"})
"""Conditions that judge what was answered, whatever the document."""

Part: TypeAlias = tuple[Condition, Judged, Seen]


@dataclass(frozen=True)
class Glance:
    """The last look of one step. `parts` are its conditions, each with its judgement and what it saw.

    `trouble` says why the look cannot be judged ("" when it can): it is then no proof of anything.
    """

    step: StepRecord
    fact: Fact[ev.Looked]
    mapping: Conditions | None = None
    parts: tuple[Part, ...] = ()
    trouble: str = ""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return self.mapping.conditions if self.mapping is not None else ()

    @property
    def looked(self) -> ev.Looked:
        return self.fact.event

    @property
    def true(self) -> bool:
        """Did all conditions hold at the last look?"""
        return not self.trouble and bool(self.parts) and all(j.holds for _, j, _ in self.parts)

    @property
    def ambiguous(self) -> bool:
        return any(j.ambiguous for _, j, _ in self.parts) or self.looked.ended == "ambiguous"

    @property
    def too_short(self) -> bool:
        """True, but not for as long as `for` asks."""
        return self.true and self.looked.held_for_ms < (self.looked.for_ms or 0)

    @property
    def late_ms(self) -> float | None:
        """Milliseconds from the latest action to the moment when it came true, when that is past `within`."""
        look = self.looked
        if look.within_ms is None or not self.true or self.too_short:
            return None
        since = look.looked_ms - look.held_for_ms - look.action_ms
        return since if since > look.within_ms else None

    @property
    def holds(self) -> bool:
        """True, in time and for long enough."""
        return self.true and not self.too_short and self.late_ms is None

    @property
    def answered_only(self) -> bool:
        """Is it all about answers, so that no document is needed?"""
        return bool(self.conditions) and all(c.key in _ANSWERED for c in self.conditions)

    @property
    def negative(self) -> bool:
        """Would an empty page do as well? Then something positive must support it."""
        return any(c.negative for c in self.conditions) and not self.positive

    @property
    def positive(self) -> bool:
        """Does it show that something *is* there, on the document?"""
        return any(not c.negative and c.key not in _ANSWERED for c in self.conditions)

    @property
    def body(self) -> str | None:
        """The blob of an answer that this check is about, None when none was kept."""
        seen = (s for c, _, s in self.parts if c.key in _ANSWERED)
        kept = [a.blob for s in seen if isinstance(s, NetworkSeen) for a in s.answers if a.blob]
        files = [
            d.blob for _, _, s in self.parts if isinstance(s, DownloadsSeen) for d in s.downloads if d.blob
        ]
        return next(reversed(kept or files), None)

    @property
    def saw_element(self) -> bool:
        return any(isinstance(s, ElementSeen) and s.visible > 0 for _, j, s in self.parts if j.holds)

    @property
    def expected(self) -> str:
        said = Conditions.describe(self.mapping) if self.mapping is not None else ""
        look = self.looked
        said += f" within {seconds(look.within_ms)}" if look.within_ms is not None else ""
        return said + (f" for {seconds(look.for_ms)}" if look.for_ms is not None else "")

    @property
    def actual(self) -> str:
        """What was there; for a false look only of the conditions that are false."""
        wrong = [j.actual for _, j, _ in self.parts if not j.holds]
        if wrong or not self.parts:
            return "; ".join(wrong)
        told = "; ".join(dict.fromkeys(j.actual for _, j, _ in self.parts))
        if self.too_short:
            return f"{told}, but only for {seconds(self.looked.held_for_ms)}"
        return told if self.late_ms is None else f"late: held at {seconds(self.late_ms)} ({told})"

    def answers(self) -> Iterator[Answer]:
        for _, _, seen in self.parts:
            if isinstance(seen, NetworkSeen):
                yield from seen.answers

    @property
    def body_missing(self) -> bool:
        """Is it false only because the body of an answer that it needs was not kept?"""
        return any(
            isinstance(c, Response | Http)
            and not j.holds
            and (c.has_json or c.contains is not None)
            and any(
                a.body is None and a.status is not None and c.status_code in (None, a.status)
                for a in s.answers
            )
            for c, j, s in self.parts
            if isinstance(s, NetworkSeen)
        )


def glance(step: StepRecord, origins: tuple[str, ...]) -> Glance | None:
    """The look of a step, judged again; None when it never looked."""
    if step.looked is None:
        return None
    looked = step.looked.event
    try:
        mapping: object = registry.read(step.plan.kind, looked.conditions, {}, origins=origins)
    except QaError as error:
        return Glance(step, step.looked, trouble=f"its conditions cannot be read: {error.message}")
    if not isinstance(mapping, Conditions):
        return Glance(step, step.looked, trouble=f"`{step.plan.kind}` has no conditions")
    try:
        seen: dict[str, Seen] = {s.subject: s for s in map(_SEEN.validate_python, looked.looks)}
        parts = tuple(_judge(c, seen) for c in mapping.conditions)
    except ValidationError:
        return Glance(step, step.looked, mapping, trouble="what it saw cannot be read")
    except (QaError, TypeError) as error:
        return Glance(step, step.looked, mapping, trouble=str(error))
    found = Glance(step, step.looked, mapping, parts)
    if (found.true and not found.too_short) is not (looked.ended == "condition"):
        why = "the kept texts do not say what the browser saw: the difference lies in a secret"
        return Glance(step, step.looked, mapping, parts, trouble=why)
    return found


def declared(plan: ev.PlannedStep, values: Mapping[str, Json]) -> str:
    """What a check that never looked expects; "" when that hangs on a value which was never saved."""
    try:
        mapping: object = registry.read(plan.kind, substitute(plan.argument, values), {})
    except (QaError, KeyError):
        return ""
    return mapping.describe() if isinstance(mapping, Conditions) else ""


def _judge(condition: Condition, seen: dict[str, Seen]) -> Part:
    look = seen.get(condition.subject)
    if look is None:
        raise TypeError(f"`{condition.key}` was never looked at")
    return condition, condition.judge(look), look


def seconds(ms: float) -> str:
    """`3.4 s`, `120 ms`."""
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"
