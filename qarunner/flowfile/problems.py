"""Mistakes with their places: what pydantic found, told as diagnostics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from qarunner.errors import Diagnostic
from qarunner.flowfile.convert import locate
from qarunner.steps.modifiers import MODIFIER_KEYS
from qarunner.yamltext.read import Reading
from qarunner.yamltext.traps import hint_for
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of one file; each place and message once."""

    file: str
    reading: Reading
    found: list[Diagnostic] = field(default_factory=list)

    def add(self, node: Node, message: str, fix: str = "") -> None:
        """A mistake at a node, unless the text there was broken and has been reported already."""
        if not self.reading.is_broken(node):
            self.put(Diagnostic(self.file, node.line, node.column, message, fix))

    def put(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    def take(
        self,
        error: ValidationError,
        node: Node,
        key: Scalar | None = None,
        told: Iterable[str] = (),
        beside: Iterable[str] = (),
    ) -> None:
        """All mistakes of `error`, which came from the value of `node`, which stands after `key`. `told` are
        keys that stand in the wrong place, which is told already: they are not missing. `beside` are keys
        that stand beside the step kind, not in its value."""
        missing = {f"`{name}` is missing" for name in told}
        for line in error.errors(include_url=False):
            at, its_key = locate(node, line["loc"])
            context: dict[str, Any] = line.get("ctx", {})
            message, fix = str(context.get("message", line["msg"])), str(context.get("fix", ""))
            if message in missing:
                continue
            where: Node = at
            if line["type"] == "qa_unknown_key" and its_key is not None:
                where = its_key
                if its_key.text in beside:
                    fix = f"`{its_key.text}:` stands beside the step kind, on a line of its own"
                elif its_key.text in MODIFIER_KEYS:
                    fix = (
                        f"`{its_key.text}:` does not go with this step; it stands beside `expect` or `reach`"
                    )
            elif isinstance(at, Scalar) and at.empty:
                where = its_key or key or at
            elif line["type"] == "qa_type":
                fix = fix or _quoted(at, self.reading, message)
            self.add(where, message, fix)


def _quoted(node: Node, reading: Reading, message: str) -> str:
    """How to write a collection that was meant as a text."""
    if not message.startswith(("a text is wanted", "a pattern is wanted", "a PATH is wanted")):
        return ""
    if isinstance(node, Sequence) or (isinstance(node, Mapping) and node.flow_style):
        source = reading.source_of(node)
        return hint_for(node, reading) if source.startswith(("[", "{")) else ""
    return ""


def in_order(diagnostics: Iterable[Diagnostic], main_file: str) -> tuple[Diagnostic, ...]:
    """The main file first, each file by place; one message a place."""

    def place(diagnostic: Diagnostic) -> tuple[bool, str, int, int]:
        return diagnostic.file != main_file, diagnostic.file, diagnostic.line, diagnostic.column

    return tuple(sorted(dict.fromkeys(diagnostics), key=place))
