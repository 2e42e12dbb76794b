"""Text -> tree with places, and all mistakes at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from qarunner.errors import Diagnostic
from qarunner.yamltext.build import Builder
from qarunner.yamltext.events import Unreadable
from qarunner.yamltext.quoting import fold
from qarunner.yamltext.recover import MOST_TOLD, Recovery
from qarunner.yamltext.source import SIZE_LIMIT, Source
from qarunner.yamltext.tree import Mapping, Node, Scalar

_ROUNDS = 50
_WORK = 4_000_000
"""Characters read in all rounds together, for huge files."""
_MOST_SHOWN = 300


Spans = dict[tuple[str, int, int], tuple[int, int]]
"""(sort of node, line, column) -> (start, end), indices into the text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says. With diagnostics, `node` is the rest that could be read, None if nothing could.

    `broken_lines` (from 1) hold something that was reported and left out or replaced: what is odd there,
    or missing there, is no mistake of its own.
    """

    node: Node | None
    diagnostics: tuple[Diagnostic, ...]
    broken_lines: frozenset[int] = frozenset()
    _text: str = field(default="", repr=False)
    _spans: dict[tuple[str, int, int], tuple[int, int]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def source_of(self, node: Node) -> str:
        """The exact text of a node; several lines folded into one, at most 300 characters and then `…`."""
        start, end = self._span(node)
        text = fold(self._text[start:end])
        return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"

    def is_broken(self, node: Node) -> bool:
        """Does one of the lines of this node hold something that was left out or replaced?"""
        if not self.broken_lines:
            return False
        start, end = self._span(node)
        last = node.line + self._text.count("\n", start, end)
        if any(line in self.broken_lines for line in range(node.line, last + 1)):
            return True
        if (isinstance(node, Scalar) and not node.empty) or (isinstance(node, Mapping) and node.flow_style):
            return False
        at = self._text.find("\n", end) + 1
        while at:
            last += 1
            next_at = self._text.find("\n", at) + 1
            text = self._text[at : next_at or len(self._text)].strip()
            if last in self.broken_lines:
                return True
            if text and not text.startswith("#"):
                break
            at = next_at
        return False

    def _span(self, node: Node) -> tuple[int, int]:
        return self._spans.get((type(node).__name__, node.line, node.column), (0, 0))


def read_bytes(data: bytes, file: str) -> Reading:
    """Reads a file's content: UTF-8, with or without byte order mark."""
    if len(data) > SIZE_LIMIT + 3:
        return _too_big(file)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _refused(file, 1, 1, "the file is written in UTF-16", "save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = (
            data[: error.start]
            .decode("utf-8")
            .removeprefix("\ufeff")
            .replace("\r\n", "\n")
            .replace("\r", "\n")
        )
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        wrong = f"byte {error.start + 1} of the file (0x{data[error.start]:02x}) is no UTF-8"
        return _refused(file, line, column, wrong, "save the file as UTF-8")
    return read(text, file)


def read(text: str, file: str) -> Reading:
    """Reads a YAML text. Never raises."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > SIZE_LIMIT + 3:
        return _too_big(file)
    source = Source(text, file)
    recovery = Recovery(source)
    work = tellings = told_before = 0
    while True:
        builder = Builder(source, recovery.text, recovery.repairs)
        work += len(text)
        tellings += len(recovery.diagnostics) > told_before
        told_before = len(recovery.diagnostics)
        try:
            builder.run()
            break
        except Unreadable as problem:
            if work > _WORK or tellings > _ROUNDS or not recovery.neutralise(problem):
                index = min(problem.index, max(0, len(source.text) - 1))
                message = f"this cannot be read as YAML ({problem.problem})"
                recovery.diagnostics.append(
                    source.tell(index, message, "reading ended here: mend this first")
                )
                builder = Builder(source, "", {})
                break
    told = source.diagnostics + recovery.diagnostics + builder.diagnostics
    node = builder.node
    if isinstance(node, Scalar) and node.empty:
        node = None
    if node is None and not told:
        return _refused(file, 1, 1, "the file is empty", "a flow begins with ‘qarunner: 1’")
    broken = source.broken | recovery.broken | set(builder.broken)
    return Reading(node, _in_order(told), frozenset(broken), source.written(source.text), builder.spans)


def _in_order(told: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place, one a place, at most a hundred."""
    places: dict[tuple[int, int], Diagnostic] = {}
    for diagnostic in sorted(told, key=lambda d: (d.line, d.column)):
        places.setdefault((diagnostic.line, diagnostic.column), diagnostic)
    found = list(places.values())
    if len(found) > MOST_TOLD:
        end = found[MOST_TOLD]
        found[MOST_TOLD:] = [
            Diagnostic(end.file, end.line, end.column, "there are more mistakes from here on")
        ]
    return tuple(found)


def _too_big(file: str) -> Reading:
    return _refused(file, 1, 1, "the file is longer than 256 KB", "split it into several flows")


def _refused(file: str, line: int, column: int, message: str, fix: str) -> Reading:
    return Reading(None, (Diagnostic(file, line, column, message, fix),))
