"""Lines that are fine by themselves but do not fit to the lines before them: indentation, missing colons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from qarunner.yamltext.events import Unreadable
from qarunner.yamltext.outline import Entry, column_of, outline
from qarunner.yamltext.quoting import shown
from qarunner.yamltext.traps import missing_blank, missing_colon

_LOOK_BACK = 80
"""Lines."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """`line` and `column` count from 0."""

    line: int
    column: int
    message: str
    fix: str
    stray: bool = False
    """Its indentation is that of no line above."""
    alone: bool = False
    """What is indented deeper below it is sound."""


def misfit(lines: list[str], line: int, problem: Unreadable | None) -> Misfit:
    """Why this line cannot stand where it stands; `problem` is what the parser said, if it was asked."""
    column = column_of(lines[line])
    text = lines[line].strip()
    bare = text.lstrip("- ") or text
    own = next((entry for entry in outline([lines[line]])), None)
    if own is None:
        return Misfit(line, column, "this line cannot be read as YAML", "")
    if not own.key and own.dash < 0:
        return _bare(line, column, bare)
    above = outline([*[""] * max(0, line - _LOOK_BACK), *lines[max(0, line - _LOOK_BACK) : line]])
    if above and not above[-1].key and above[-1].dash < 0 and above[-1].column == column:
        return _bare(above[-1].line, column, lines[above[-1].line].strip())
    before = [entry for entry in above if entry.key or entry.dash >= 0][-12:]
    fit = _nearest(before, own)
    name = shown(own.key or bare)
    if own.key.startswith("-") and before and before[-1].line < line:
        fix = f"write: - {bare.lstrip('-')}"
        return Misfit(line, column, "the blank after ‘-’ is missing", fix, stray=True)
    if fit is not None and fit != column:
        like = next(e for e in reversed(before) if fit in _columns(e, own))
        return Misfit(
            line,
            column,
            f"{name} is indented by {_blanks(column)}, which fits to no line above",
            f"indent it by {_blanks(fit)}, like line {like.line + 1}",
            stray=True,
        )
    if above and above[-1].column < column and above[-1].key and fit is not None:
        other = misfit(lines, above[-1].line, problem)
        if other.stray:
            return replace(other, alone=not lines[other.line].lstrip().startswith("-"))
    if own.dash >= 0:
        return Misfit(
            line, column, "a list entry (‘- ’) does not fit here", "is a ‘key:’ missing in the line above?"
        )
    said = f" ({problem.problem})" if problem else ""
    return Misfit(
        line,
        column,
        f"{name} does not fit to the lines above{said}",
        "indent it like the keys that it belongs to",
    )


def _bare(line: int, column: int, text: str) -> Misfit:
    known = missing_colon(text) or missing_blank(text)
    if known:
        return Misfit(line, column, *known, alone=True)
    return Misfit(
        line,
        column,
        f"{shown(text)} is neither ‘key: value’ nor a list entry ‘- ...’",
        "add the colon and the value; to go on with the text above, indent it deeper",
        alone=True,
    )


def _columns(entry: Entry, own: Entry) -> set[int]:
    """Where an entry of the same sort could begin."""
    if own.dash >= 0:
        return {entry.dash} if entry.dash >= 0 else set()
    return {entry.column} if entry.key else set()


def _nearest(before: list[Entry], own: Entry) -> int | None:
    column = own.dash if own.dash >= 0 else own.column
    columns = [at for entry in reversed(before) for at in _columns(entry, own)]
    return min(columns, key=lambda at: abs(at - column), default=None)


def _blanks(count: int) -> str:
    return "1 blank" if count == 1 else f"{count} blanks"
