"""After a syntax error: say what is wrong, neutralise the place, so that the rest can be read.

Everything keeps its place: pieces are replaced by pieces of the same length.
"""

from __future__ import annotations

import re

from qarunner.errors import Diagnostic
from qarunner.yamltext.events import TOO_DEEP, Unreadable, parses
from qarunner.yamltext.misfit import Misfit, misfit
from qarunner.yamltext.outline import Entry, deeper_until, looks_like_entry, outline
from qarunner.yamltext.quoting import quote
from qarunner.yamltext.sloppy import without_comments
from qarunner.yamltext.source import Source
from qarunner.yamltext.traps import Trap, culprits

_HARMLESS = re.compile(r"""[^\s\-?:,\[\]{}#&*!|>'"%@`][^:#\t]*""")
_INK = re.compile(r"\S")
MOST_TOLD = 100
"""After so many mistakes reading ends."""
_BEFORE_TAB = ":-,{[ \t"


class Recovery:
    """`text` is what to read next; `repairs` tells the builder which scalars stand for which texts."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.repairs: dict[int, str] = {}
        self.broken: set[int] = set()
        self.diagnostics: list[Diagnostic] = []
        self._source = source
        self._sound: dict[str, bool] = {}
        self._values: dict[tuple[str, str], bool] = {}

    def neutralise(self, problem: Unreadable) -> bool:
        """One round; False when nothing could be changed."""
        before = self.text
        if len(self.diagnostics) > MOST_TOLD:
            return False
        if problem.problem == TOO_DEEP:
            self._too_deep(problem.index)
        elif self.text[problem.index : problem.index + 1] == "\t":
            self._tab(problem.index)
        elif not self._entries():
            self._misfit(problem)
        return self.text != before

    def _entries(self) -> bool:
        """Checks each entry by itself."""
        told = len(self.diagnostics)
        lines = self.text.split("\n")
        for entry in outline(lines):
            if len(self.diagnostics) > MOST_TOLD:
                break
            if entry.value >= 0 and not self._is_sound(entry, lines):
                before = self.text
                self._mend(entry, lines)
                if self.text == before:
                    last = self._line_end(self._source.start_of(entry.last + 1))
                    self._blank_out(self._source.start_of(entry.line + 1), last)
        return len(self.diagnostics) > told

    def _is_sound(self, entry: Entry, lines: list[str]) -> bool:
        first = lines[entry.line]
        if entry.line == entry.last and _HARMLESS.fullmatch(first, entry.value):
            return True
        alone = "\n".join(
            [" " * entry.column + first[entry.column :], *lines[entry.line + 1 : entry.last + 1]]
        )
        if "\t" in alone:
            alone = re.sub(r"(?<=[:,\-{\[ ])\t|\t(?=\s|$)", " ", alone)
        if alone not in self._sound:
            self._sound[alone] = parses(alone)
        return self._sound[alone]

    def _mend(self, entry: Entry, lines: list[str]) -> None:
        first = lines[entry.line][entry.value :]
        at = self._source.start_of(entry.line + 1) + entry.value
        value = "\n".join([first, *lines[entry.line + 1 : entry.last + 1]])
        if entry.last > entry.line and not entry.block:
            head = " " + lines[entry.line][entry.column :] if entry.key else first
            closed = parses(head)
            child = next((n for n in range(entry.line + 1, entry.last + 1) if looks_like_entry(lines[n])), -1)
            if closed and child >= 0:
                self._told(misfit(lines, child, None))
                return
            if not closed and first[0] not in "{['\"":
                value = first
        if entry.block:
            self._tell(
                at, "the lines of this block text are not indented alike", "indent them all by as many blanks"
            )
            self._blank_out(at, at + len(value))
            return
        bare = without_comments(value).rstrip()
        if not bare:
            return
        for trap in culprits(bare, at, "", self._is_valid):
            self._apply(trap)

    def _is_valid(self, value: str, within: str) -> bool:
        key = (value, within)
        if key not in self._values:
            self._values[key] = parses(f"{{k: {value}}}" if within == "{" else f"[{value}]")
        return self._values[key]

    def _apply(self, trap: Trap) -> None:
        self._tell(trap.start, trap.message, trap.fix)
        self._fill(trap.start, trap.end)
        if trap.text is None:
            self._mark_broken(trap.start, trap.end)
        else:
            self.repairs[trap.start] = trap.text

    def _tab(self, index: int) -> None:
        """Blanks in place of tabs; told unless YAML allows a tab there."""
        line, _ = self._source.place(index)
        start = self._source.start_of(line)
        end = self._line_end(index)
        run = re.compile(r"[ \t]*").match(self.text, index)
        assert run
        before, after = self.text[start:index], self.text[run.end() : end]
        if not before.strip():
            self._tab_indent(line)
            return
        if not (before[-1] in _BEFORE_TAB or before[-1] in "}]\"'" or not after or after[0] in "#,}]"):
            value = next(
                (
                    e
                    for e in outline(self.text.split("\n"))
                    if e.line == line - 1 and 0 <= e.value < index - start
                ),
                None,
            )
            if value and self.text[start + value.value] not in "{[":
                whole = without_comments(self.text[start + value.value : end]).rstrip()
                trap = Trap(
                    start + value.value,
                    start + value.value + len(whole),
                    "a text without quotes cannot hold a tab",
                    f"quote it: {quote(whole)}",
                    whole,
                )
                self._apply(trap)
                return
            self._tell(index, "a tab stands in a text without quotes", "write a blank, or quote the text")
        self._replace(index, run.end(), " " * (run.end() - index))

    def _tab_indent(self, line: int) -> None:
        """One diagnostic for all lines in a row that are indented by tabs."""
        lines = self.text.split("\n")
        last = line
        for number in range(line, len(lines)):
            indent = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
            if lines[number].strip() and "\t" not in indent:
                break
            if lines[number].strip():
                last = number + 1
        where = "this line is" if last == line else f"the lines {line} to {last} are"
        start = self._source.start_of(line)
        self._tell(
            start + lines[line - 1].index("\t"), f"{where} indented by tabs", "indent by blanks, two a level"
        )
        self._blank_out(start, self._line_end(self._source.start_of(last)))

    def _too_deep(self, index: int) -> None:
        line, _ = self._source.place(index)
        self._tell(index, "more than 40 levels", "flow files are never that deep: take some brackets away")
        entry = next(
            (e for e in outline(self.text.split("\n")) if e.line < line <= e.last + 1 and e.value >= 0), None
        )
        if entry:
            start = self._source.start_of(entry.line + 1) + entry.value
            end = self._line_end(self._source.start_of(entry.last + 1))
            self._mark_broken(start, end)
            self._fill(start, end)
        else:
            last = deeper_until(self.text.split("\n"), line - 1)
            self._blank_out(self._source.start_of(line), self._line_end(self._source.start_of(last + 1)))

    def _misfit(self, problem: Unreadable) -> None:
        """Each entry is fine by itself, but they don't fit together."""
        lines = self.text.split("\n")
        if problem.problem.startswith("expected '<document start>'") or "document end" in problem.problem:
            self._tell(problem.index, "there is more text after the end of the file's content", "remove it")
            self._blank_out(problem.index, len(self.text))
            return
        line = self._source.place(min(problem.index, max(0, len(self.text) - 1)))[0] - 1
        if "expected ':'" in problem.problem and problem.context >= 0:
            line = self._source.place(problem.context)[0] - 1
        while line > 0 and not lines[line].strip():
            line -= 1
        self._told(misfit(lines, line, problem))

    def _told(self, found: Misfit) -> None:
        start = self._source.start_of(found.line + 1)
        self._tell(start + found.column, found.message, found.fix)
        last = found.line if found.alone else deeper_until(self.text.split("\n"), found.line)
        self._blank_out(start, self._line_end(self._source.start_of(last + 1)))

    def _blank_out(self, start: int, end: int) -> None:
        self._mark_broken(start, end)
        self._replace(start, end, _INK.sub(" ", self.text[start:end]).replace("\t", " "))

    def _fill(self, start: int, end: int) -> None:
        self._replace(start, end, _INK.sub("x", self.text[start:end]).replace("\t", " "))

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]

    def _mark_broken(self, start: int, end: int) -> None:
        first, last = self._source.place(start)[0], self._source.place(max(start, end - 1))[0]
        self.broken.update(range(first, last + 1))

    def _line_end(self, index: int) -> int:
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end

    def _tell(self, index: int, message: str, fix: str) -> None:
        self.diagnostics.append(self._source.tell(index, message, fix))
