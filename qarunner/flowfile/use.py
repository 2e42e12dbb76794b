"""`use`: what is handed to the used flow, and its steps with that written in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from qarunner.flowfile.problems import Report
from qarunner.flowfile.steps import RawStep
from qarunner.model.base import Json
from qarunner.model.values import all_references, inline
from qarunner.model.written import How
from qarunner.steps.registry import parse
from qarunner.yamltext.tree import Mapping as MappingNode
from qarunner.yamltext.tree import Node, Scalar

_HANDED_DOWN = ("user", "because", "timeout")


def values_given(item: MappingNode, report: Report) -> dict[str, str] | None:
    """The texts under `with:`, as written; None when one of them is none."""
    node = item.get("with")
    if node is None or (isinstance(node, Scalar) and node.empty):
        return {}
    if not isinstance(node, MappingNode):
        report.add(node, "a mapping is wanted after `with`", "write `with: {email: ada@example.com}`")
        return None
    found: dict[str, str] = {}
    for key, value in node.entries:
        if isinstance(value, Scalar) and not value.empty:
            found[key.text] = value.text
        else:
            where = key if isinstance(value, Scalar) else value
            report.add(where, f"a text is wanted after `{key.text}`", 'an empty text is written ""')
    return found if len(found) == len(node.entries) else None


def handed_in(
    one: RawStep, use: RawStep, texts: Mapping[str, str], offset: int, where: Node, report: Report
) -> RawStep:
    """A step of the used file with `texts` written in, and `user`, `because` and `timeout` of the `use` step
    where it has none. `offset`: how many steps stand before those of the used file."""
    argument = inline(one.argument, texts)
    modifiers: dict[str, Json] = {key: inline(value, texts) for key, value in one.modifiers.items()}
    for key in _HANDED_DOWN:
        if key in use.modifiers:
            modifiers.setdefault(key, use.modifiers[key])
    typed = one.typed
    try:
        typed = parse(one.kind, argument, modifiers, How(lint=True))
    except ValidationError as error:
        context: dict[str, Any] = error.errors(include_url=False)[0].get("ctx", {})
        told = f"with these values {one.file}:{one.line} is wrong: {context.get('message', '')}"
        report.add(where, told, str(context.get("fix", "")))
    since = None if one.since is None else one.since + offset
    return replace(one, argument=argument, modifiers=modifiers, typed=typed, since=since, depth=one.depth + 1)


def names_in(step: RawStep) -> Iterable[str]:
    """All names that a step refers to."""
    return all_references([step.argument, dict(step.modifiers)])
