"""The rows of `each`: from the flow file or from a CSV file beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from qarunner.flowfile.problems import Report
from qarunner.model.flow import Row
from qarunner.model.mistakes import SlotError
from qarunner.model.slots import Name, name
from qarunner.model.values import literal
from qarunner.yamltext.tree import Node

ROW = "row"
"""The column that names a row."""
MAX_ROWS = 1000


def name_rows(rows: Sequence[Mapping[Name, str]], node: Node, report: Report) -> tuple[Row, ...]:
    """Rows with their names: the column `row`, else the number from 1. All must have the same columns."""
    found: list[Row] = []
    taken: set[str] = set()
    if not rows:
        report.add(node, "`each` has no rows", "leave it out, or give at least one row")
    if len(rows) > MAX_ROWS:
        report.add(node, f"`each` has {len(rows)} rows; at most {MAX_ROWS} are run", "split the flow")
        return ()
    for number, row in enumerate(rows, 1):
        missing = [column for column in rows[0] if column not in row]
        added = [column for column in row if column not in rows[0]]
        if missing or added:
            told = f"has no `{missing[0]}`" if missing else f"has a `{added[0]}` that row 1 has not"
            report.add(node, f"row {number} of `each` {told}", "all rows have the same columns")
        called = row.get(ROW, str(number))
        if called in taken:
            report.add(node, f"two rows of `each` are called {called}", "give each its own `row:`")
        taken.add(called)
        found.append(Row(name=called, values=dict(row)))
    return tuple(found)


def read_csv(data: bytes, path: str, node: Node, report: Report) -> list[dict[str, str]]:
    """The rows of a CSV file with a header line; its texts are literal. Mistakes are told at `node`."""
    try:
        text = data.decode("utf-8-sig")
        lines = [line for line in csv.reader(io.StringIO(text, newline=""), strict=True) if line]
    except (UnicodeDecodeError, csv.Error) as error:
        report.add(node, f"{path} cannot be read as CSV: {error}", "save it as UTF-8 with commas")
        return []
    if not lines:
        report.add(node, f"{path} is empty", "its first line names the columns")
        return []
    columns = [column.strip() for column in lines[0]]
    for column in columns:
        try:
            name(column)
        except SlotError as error:
            report.add(node, f"{path}: the column {error.message}", error.fix)
    if len(set(columns)) < len(columns):
        report.add(node, f"{path} names a column twice", "give each its own name")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        if len(line) != len(columns):
            message = f"{path}: row {number} has {len(line)} cells, its header {len(columns)}"
            report.add(node, message, "quote cells that hold commas")
            continue
        rows.append({column: literal(cell) for column, cell in zip(columns, line, strict=True)})
    return rows
