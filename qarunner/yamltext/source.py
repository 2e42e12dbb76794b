"""A YAML text made ready for the parser: what cannot stand in it is reported and replaced, in its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from qarunner.errors import Diagnostic
from qarunner.yamltext.quoting import shown

SIZE_LIMIT = 256 * 1024
"""Bytes."""
_BINARY = 20
"""So many lines with control characters: no text file."""

_UNPRINTABLE = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FOREIGN = "\x85\u2028\u2029\ufeff"
"""Line ends of YAML 1.1 and byte order mark: in YAML 1.2 they are text, the parser takes them for more."""
_FIRST_STAND_IN = 0x10F000


class Source:
    """`text` has the length and the lines of what was written; line breaks are `\\n`. Places count from 1."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.broken: set[int] = set()
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        text = self._without_directives(self._without_unprintable(text))
        self._stand_ins: dict[int, str] = {}
        if re.search(f"[{_FOREIGN}]", text):
            text = self._with_stand_ins(text)
        self.text = text

    def place(self, index: int) -> tuple[int, int]:
        """Line and column of a character."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1

    def start_of(self, line: int) -> int:
        """Index of the first character of a line."""
        return self._starts[line - 1]

    def written(self, text: str) -> str:
        """A piece of `self.text`, or a value read from it, with its own characters again."""
        return text.translate(self._stand_ins) if self._stand_ins else text

    def tell(self, index: int, message: str, fix: str = "") -> Diagnostic:
        line, column = self.place(index)
        return Diagnostic(self.file, line, column, self.written(message), self.written(fix))

    def _without_unprintable(self, text: str) -> str:
        """Control characters become blanks; one diagnostic a line, or one for all when it is no text."""
        for match in _UNPRINTABLE.finditer(text):
            line, _ = self.place(match.start())
            if line in self.broken:
                continue
            self.broken.add(line)
            if len(self.broken) > _BINARY:
                self.diagnostics = [
                    Diagnostic(self.file, 1, 1, "this is no text file: it is full of control characters")
                ]
                return ""
            code = ord(match.group())
            self.diagnostics.append(
                self._say(
                    match.start(),
                    f"the control character U+{code:04X} cannot stand in a flow file",
                    f'remove it, or write it in double quotes as "{_escape_of(code)}"',
                )
            )
        return _UNPRINTABLE.sub(" ", text)

    def _without_directives(self, text: str) -> str:
        """`%YAML`, `%TAG` before the document become comments."""
        chars = list(text)
        for start, end in pairwise([*self._starts, len(text) + 1]):
            line = text[start : end - 1]
            if line.startswith("%"):
                name = line.split()[0]
                self.diagnostics.append(
                    self._say(
                        start, f"{shown(name)} is a YAML directive; flow files have none", "remove the line"
                    )
                )
                chars[start] = "#"
            elif line.strip() and not line.lstrip().startswith("#"):
                break
        return "".join(chars)

    def _with_stand_ins(self, text: str) -> str:
        code = _FIRST_STAND_IN
        lower = text.lower()
        table: dict[int, str] = {}
        for char in _FOREIGN:
            while chr(code) in text or f"{code:x}" in lower:
                code += 1
            table[ord(char)] = chr(code)
            self._stand_ins[code] = char
            code += 1
        return text.translate(table)

    def _say(self, index: int, message: str, fix: str) -> Diagnostic:
        line, column = self.place(index)
        return Diagnostic(self.file, line, column, message, fix)


def _escape_of(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
