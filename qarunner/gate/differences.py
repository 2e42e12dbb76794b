"""A written report against the one that the evidence gives, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from qarunner.claims.report import END_MARKER
from qarunner.gate.finding import Pointer
from qarunner.gate.view import Aspect, Difference

_BIG = 4_000_000
_MARKDOWN_ASPECTS: tuple[tuple[str, Aspect], ...] = (
    (r"Verdict:", "verdict"),
    (r"- (?:Bundle digest|Run):", "digest"),
    (r"- Commit:", "commit"),
    (r"- \[.\] |#+ Checklist: ", "item"),
)
_JSON_ASPECTS: tuple[tuple[str, Aspect], ...] = (
    (r'\s*"verdict":', "verdict"),
    (r'\s*"(?:digest|run)":', "digest"),
    (r'\s*"(?:commit|worktree)":', "commit"),
    (r'\s*"(?:id|outcome)":', "item"),
)


def report_differences(path: str, written: bytes, expected: str) -> tuple[Difference, ...]:
    """Lines up to the end marker. What stands below it is prose: it is read for claims, not compared."""
    ours = expected.encode()
    lines = written.split(b"\n")
    marker = END_MARKER.encode()
    if marker in lines:
        lines = [*lines[: lines.index(marker) + 1], b""]
    if b"\n".join(lines) == ours:
        return ()
    if written.replace(b"\r\n", b"\n") == ours:
        told = Difference(Pointer(path, 1), "line ends CR LF", "line ends LF", "text")
        return (told,)
    return tuple(_differences(path, _texts(lines), expected.split("\n"), _MARKDOWN_ASPECTS))


def json_differences(path: str, written: bytes, expected: str) -> tuple[Difference, ...]:
    """Lines of `verdict.json`, which is written with one value a line."""
    if written == expected.encode():
        return ()
    return tuple(_differences(path, _texts(written.split(b"\n")), expected.split("\n"), _JSON_ASPECTS))


def _texts(lines: Sequence[bytes]) -> list[str]:
    return [line.decode("utf-8", "backslashreplace") for line in lines]


def _differences(
    path: str, written: Sequence[str], expected: Sequence[str], aspects: tuple[tuple[str, Aspect], ...]
) -> Iterator[Difference]:
    for start, says, wanted in _changed(written, expected):
        for offset, (mine, ours) in enumerate(zip_longest(says, wanted, fillvalue="")):
            line = min(start + min(offset, max(len(says) - 1, 0)), max(len(written) - 1, 0)) + 1
            yield Difference(Pointer(path, line), mine, ours, _aspect(mine, ours, aspects))


def _changed(
    written: Sequence[str], expected: Sequence[str]
) -> Iterator[tuple[int, Sequence[str], Sequence[str]]]:
    """Blocks that differ: where they begin in `written` (from 0), and both sides."""
    head = 0
    while head < min(len(written), len(expected)) and written[head] == expected[head]:
        head += 1
    tail = 0
    while tail < min(len(written), len(expected)) - head and written[-1 - tail] == expected[-1 - tail]:
        tail += 1
    mine, ours = written[head : len(written) - tail], expected[head : len(expected) - tail]
    if len(mine) * len(ours) > _BIG:
        yield head, mine, ours
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, mine, ours, autojunk=False).get_opcodes():
        if tag != "equal":
            yield head + i1, mine[i1:i2], ours[j1:j2]


def _aspect(mine: str, ours: str, aspects: tuple[tuple[str, Aspect], ...]) -> Aspect:
    for pattern, aspect in aspects:
        if re.match(pattern, ours) or re.match(pattern, mine):
            return aspect
    return "text"
