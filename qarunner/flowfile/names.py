"""`$names` in a flow file: every one must be declared, and saved before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qarunner.flowfile.convert import scalars
from qarunner.flowfile.header import Header
from qarunner.flowfile.problems import Report
from qarunner.model.flow import BUILT_IN
from qarunner.model.mistakes import nearest
from qarunner.model.values import references
from qarunner.yamltext.tree import Mapping as MappingNode
from qarunner.yamltext.tree import Node, Scalar, Sequence

_WITH_REFERENCES = ("app", "base", "origins", "browser")
"""The top keys in which a `$name` is replaced, beside `vars`, `steps` and `after`."""


class Scope:
    """The names that have a value, where each comes from, and the names that get one by a later step."""

    def __init__(self, declared: Mapping[str, str], later: Iterable[str]) -> None:
        self.origin: dict[str, str] = {**dict.fromkeys(BUILT_IN, "built in"), **declared}
        self.later = set(later)

    def save(self, name: str, node: Node, report: Report) -> None:
        """A step gives `name` a value."""
        known = self.origin.get(name, "save")
        if known != "save":
            told = "is built in" if known == "built in" else f"is declared under `{known}`"
            report.add(node, f"`{name}` {told} and cannot be saved to", "save it under another name")
        self.origin.setdefault(name, "save")

    def check(self, node: Node, report: Report) -> None:
        """All references in the values below `node`."""
        for scalar in scalars(node):
            self.check_scalar(scalar, report)

    def check_scalar(self, scalar: Scalar, report: Report) -> None:
        for name in references(scalar.text):
            if name in self.origin:
                continue
            if name in self.later:
                report.add(scalar, f"${name} is saved only by a later step", "move that step before this one")
                continue
            near = nearest(name, (*self.origin, *self.later))
            fix = (
                f"did you mean ${near}?"
                if near
                else f"declare `{name}` under vars, or write $$ for a dollar sign"
            )
            report.add(scalar, f"${name} is not declared", fix)


def declared_names(places: Mapping[str, Node | None], report: Report) -> dict[str, str]:
    """Name -> top key for the names under `vars`, `secrets` and `each`; those declared twice are told.
    `places` maps the top key to its node (for `each`: its first row)."""
    found: dict[str, str] = {}
    for top, node in places.items():
        if not isinstance(node, MappingNode):
            continue
        for key, _ in node.entries:
            if key.text in BUILT_IN:
                report.add(key, f"`{key.text}` is built in", "choose another name")
            elif key.text in found:
                told = f"`{key.text}` is declared under `{found[key.text]}` as well"
                report.add(key, told, "choose another name for one of them")
            found.setdefault(key.text, top)
    return found


def saved_by(item: MappingNode) -> list[str]:
    """The names that a step gives a value, as written."""
    node = item.get("save")
    if isinstance(node, Scalar):
        return [] if node.empty else [node.text]
    return [key.text for key, _ in node.entries] if isinstance(node, MappingNode) else []


def scope_of(
    node: MappingNode, header: Header, columns: Iterable[str], handed: Iterable[str], report: Report
) -> Scope:
    """The names of a file before its first step; references in its header are checked. `columns` are those of
    `each`, `handed` the names of `with:`."""
    each = node.get("each")
    first = each.items[0] if isinstance(each, Sequence) and each.items else None
    written = {"vars": node.get("vars"), "secrets": node.get("secrets"), "each": first}
    names = declared_names(written, report)
    inherited = dict.fromkeys(header.vars, "vars") | dict.fromkeys(header.secrets, "secrets")
    every = {**dict.fromkeys(handed, "with"), **dict.fromkeys(columns, "each"), **inherited, **names}
    scope = Scope(every, ())
    variables = node.get("vars")
    if isinstance(variables, MappingNode):
        _check_variables(variables, scope, report)
    for key in _WITH_REFERENCES:
        part = node.get(key)
        if part is not None:
            scope.check(part, report)
    for key in ("steps", "after"):
        part = node.get(key)
        items = part.items if isinstance(part, Sequence) else ()
        scope.later.update(name for item in items if isinstance(item, MappingNode) for name in saved_by(item))
    return scope


def _check_variables(variables: MappingNode, scope: Scope, report: Report) -> None:
    """A variable may refer to those above it."""
    later = [key.text for key, _ in variables.entries]
    for key, value in variables.entries:
        if isinstance(value, Scalar):
            early = next((name for name in references(value.text) if name in later), None)
            if early is not None:
                told = f"${early} is declared only here or below"
                report.add(value, told, f"declare `{early}` above this line")
            else:
                scope.check_scalar(value, report)
        later.remove(key.text)
