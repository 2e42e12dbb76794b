"""Events -> tree, without recursion; refuses what flow files don't have, tells what was silently misread."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from qarunner.errors import Diagnostic
from qarunner.yamltext.entries import Entry, Key, finished
from qarunner.yamltext.events import Event, Unreadable, events
from qarunner.yamltext.outline import column_of, looks_like_entry
from qarunner.yamltext.quoting import fold, quote, shown
from qarunner.yamltext.source import Source
from qarunner.yamltext.traps import comment_trap
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence

SWALLOWED = "a quoted text runs over the next entry"
_TEMPLATE = re.compile(r"\{\{.*\}\}", re.DOTALL)
_PROPERTY = re.compile(r"(?:[&!]\S*\s*)+")


@dataclass(slots=True)
class _Frame:
    kind: str
    start: int
    flow: bool
    told: int
    """So many diagnostics were there when it began; `lost`: so many broken lines."""
    lost: int
    items: list[tuple[Node, int]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    key: Key | None = None
    end: int = 0


class Builder:
    """Call `run`; then the results are in `node`, `diagnostics`, `broken` (lines) and `spans`."""

    def __init__(self, source: Source, text: str, repairs: dict[int, str]) -> None:
        self.node: Node | None = None
        self.diagnostics: list[Diagnostic] = []
        self.broken: list[int] = []
        self.spans: dict[tuple[str, int, int], tuple[int, int]] = {}
        self._source = source
        self._text = text
        self._repairs = repairs
        self._frames: list[_Frame] = []
        self._anchors: set[str] = set()
        self._documents = 0

    def run(self) -> None:
        """Raises `Unreadable`."""
        for event in events(self._text):
            if event.kind == "document":
                self._documents += 1
                if self._documents > 1:
                    self._tell(
                        event.start,
                        "a second document begins here; a flow file holds one",
                        "put it into a file of its own, and remove the ‘---’",
                    )
                    return
            elif event.kind in ("mapping", "sequence"):
                self._refuse_properties(event)
                self._frames.append(
                    _Frame(event.kind, event.start, event.flow, len(self.diagnostics), len(self.broken))
                )
            elif event.kind == "end":
                self._end(event)
            elif event.kind == "scalar":
                self._scalar(event)
            elif event.kind == "alias":
                self._alias(event)

    def _scalar(self, event: Event) -> None:
        text, start, end, plain = event.value, event.start, event.end, event.style == ""
        as_key = self._expects_key()
        if event.anchor or event.tagged:
            text, plain = self._refuse_properties(event)
        elif start in self._repairs and plain and start < end:
            text, plain = self._repairs[start], False
        elif plain and not as_key:
            if not text:
                start = end = self._place_of_nothing(event)
            cut = comment_trap(self._text[end : self._line_end(end)])
            if cut and not self._valueless(start):
                text, plain, end = self._cut(text, start, end, cut)
        elif event.style in ("'", '"'):
            self._check_swallowed(event)
        elif event.style in ("|", ">") and text == "":
            raw = self._text[start : self._line_end(start)].split(" #")[0].rstrip()
            self._tell(
                start, f"{shown(raw)} opens a block text, and nothing follows", f"quote it: {quote(raw)}"
            )
            text, plain, end = raw, False, start + len(raw)
        line, column = self._source.place(start)
        self._add(Scalar(self._source.written(text), plain, line, column), start, end)

    def _cut(self, text: str, start: int, end: int, cut: str) -> tuple[str, bool, int]:
        """A comment that reads as text was cut off."""
        if self._frames and self._frames[-1].flow:
            cut = cut.rstrip(",")
        at = end + cut.index("#")
        whole = fold(self._text[start:end] + cut)
        became = "so the value is empty" if not text else f"so only {shown(text)} is left"
        self._tell(
            at,
            f"{shown(cut)} was read as a comment, {became}",
            f"quote it: {quote(whole)} (a comment has a blank after ‘#’)",
        )
        return whole, False, end + len(cut)

    def _alias(self, event: Event) -> None:
        raw = self._text[event.start : event.end]
        if event.value in self._anchors:
            fix = "write the value out again here"
            self.broken.append(self._source.place(event.start)[0])
        else:
            fix = f"quote it: {quote(raw)}"
        if not self._expects_key():
            self._tell(event.start, f"{shown(raw)} is a YAML alias; flow files have none", fix)
        line, column = self._source.place(event.start)
        self._add(Scalar(self._source.written(raw), False, line, column), event.start, event.end)

    def _refuse_properties(self, event: Event) -> tuple[str, bool]:
        """Tells of a tag or anchor; gives the text that was meant, and whether it stands unquoted."""
        if not (event.anchor or event.tagged):
            return "", False
        if event.anchor:
            self._anchors.add(event.anchor)
        raw = self._text[event.start : event.end]
        found = _PROPERTY.match(raw)
        name = found.group().strip() if found else raw
        what = "anchor" if event.anchor and not event.tagged else "tag"
        message = f"{shown(name)} is a YAML {what}; flow files have none"
        if event.kind != "scalar" or event.style or name.startswith("!!"):
            self._tell(event.start, message, f"remove {shown(name)}")
            return event.value, event.style == ""
        self._tell(event.start, message, f"quote it: {quote(fold(raw))}")
        return fold(raw), False

    def _end(self, event: Event) -> None:
        frame = self._frames.pop()
        end = event.end if frame.flow else max(frame.end, frame.start)
        line, column = self._source.place(frame.start)
        raw = self._text[frame.start : end]
        node: Node
        if frame.kind == "sequence":
            node = Sequence(tuple(item for item, _ in frame.items), line, column)
        elif frame.flow and _TEMPLATE.fullmatch(raw):
            del self.diagnostics[frame.told :], self.broken[frame.lost :]
            text = fold(raw)
            self._tell(
                frame.start,
                "‘{{’ begins a mapping in a mapping",
                f"quote it: {quote(text)} (a declared value is written $name)",
            )
            node = Scalar(self._source.written(text), False, line, column)
        else:
            entries, told, broken = finished(frame.entries, frame.flow, self._source, self._text)
            self.diagnostics += told
            self.broken += broken
            node = Mapping(entries, line, column, frame.flow)
        if self._expects_key():
            del self.diagnostics[frame.told :]
        self._add(node, frame.start, end)

    def _add(self, node: Node, start: int, end: int) -> None:
        self.spans[(type(node).__name__, node.line, node.column)] = (start, end)
        if not self._frames:
            self.node = node
            return
        frame = self._frames[-1]
        frame.end = max(frame.end, end)
        if frame.kind == "sequence":
            frame.items.append((node, end))
        elif frame.key is None:
            frame.key = Key(node, start, end, len(self.diagnostics))
        else:
            key, frame.key = frame.key, None
            if isinstance(key.node, Scalar) and key.node.plain and key.node.text == "<<":
                del self.diagnostics[key.told :]
            frame.entries.append(Entry(key, node, start, end, self._colon_after(key.end) < 0))

    def _expects_key(self) -> bool:
        return bool(self._frames) and self._frames[-1].kind == "mapping" and self._frames[-1].key is None

    def _valueless(self, start: int) -> bool:
        key = self._frames[-1].key if self._frames else None
        return key is not None and start == key.end

    def _place_of_nothing(self, event: Event) -> int:
        """An absent value stands right behind the colon or dash."""
        key = self._frames[-1].key if self._frames else None
        if key is None:
            return event.start
        colon = self._colon_after(key.end)
        return key.end if colon < 0 else colon + 1

    def _colon_after(self, at: int) -> int:
        """Index of the colon that ends a key; -1 when there is none."""
        text = self._text
        while at < len(text) and (text[at] in " \t\n" or (text[at] == "#" and text[at - 1] in " \t\n")):
            at = self._line_end(at) if text[at] == "#" else at + 1
        return at if text.startswith(":", at) else -1

    def _check_swallowed(self, event: Event) -> None:
        """A quoted text must not run over lines that begin an entry of the block around it."""
        if "\n" not in self._text[event.start : event.end]:
            return
        around = next((frame for frame in reversed(self._frames) if not frame.flow), None)
        if around is None:
            return
        column = self._source.place(around.start)[1] - 1
        for line in self._text[event.start : event.end].split("\n")[1:]:
            if line.strip() and column_of(line) <= column and looks_like_entry(line):
                raise Unreadable(event.start, event.start, SWALLOWED)

    def _line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        return len(self._text) if end < 0 else end

    def _tell(self, index: int, message: str, fix: str) -> None:
        self.diagnostics.append(self._source.tell(index, message, fix))
