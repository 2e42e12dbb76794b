"""`id:` and `since:`: written ids are different, and a window begins at an earlier step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from qarunner.flowfile.convert import locate
from qarunner.flowfile.ids import own_id
from qarunner.flowfile.problems import Report
from qarunner.flowfile.steps import RawStep
from qarunner.model.mistakes import nearest
from qarunner.yamltext.tree import Mapping, Node, Scalar


def check_id(step: RawStep, item: Mapping, seen: dict[str, Node], report: Report) -> None:
    """Tells a written id that stands in the file already; `seen` maps ids to their places."""
    wanted = step.typed.modifiers.id
    if wanted is None:
        return
    where = locate(item, ("id",))[0]
    if wanted in seen:
        told = f"the id `{wanted}` stands in line {seen[wanted].line} as well"
        report.add(where, told, "give each step its own id")
    seen.setdefault(wanted, where)


def with_since(
    step: RawStep,
    item: Mapping,
    before: Sequence[RawStep],
    items: Iterable[Node],
    report: Report,
    *,
    complete: bool,
) -> RawStep:
    """`step` with the index of the step that its `since:` names. `before` are the steps before it, `items`
    the nodes of all; `complete` is False when steps before it could not be read."""
    wanted = step.typed.modifiers.since
    if wanted is None or wanted == "start":
        return step
    ids = [own_id(one) for one in before]
    if wanted in ids:
        return replace(step, since=len(ids) - 1 - ids[::-1].index(wanted))
    where = locate(item, ("since",))[0]
    places = {
        value.text: other
        for other in items
        if isinstance(other, Mapping) and isinstance(value := other.get("id"), Scalar)
    }
    if wanted in places:
        if places[wanted].line >= item.line:
            report.add(where, f"`since: {wanted}` names a later step", "the window begins before the check")
    elif complete:
        near = nearest(wanted, ["start", *(one for one in ids if one)])
        fix = f"did you mean {near}?" if near else "write `start`, or give an earlier step that `id:`"
        report.add(where, f"no earlier step has the id `{wanted}`", fix)
    return step
