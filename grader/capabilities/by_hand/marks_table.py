"""
The CSV file with marks by hand: its rows as spreadsheets write them, and the contents of its cells.

A table may have one row for each student and item, or one for each student, with columns such as ``code_quality`` and
``code_quality: comment``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from grader.model.csv_file import in_quotes, read_csv
from grader.model.sanitize import sanitize
from grader.text.spreadsheet_cell import FORMULA

MAX_FILE_BYTES = 1024 * 1024
NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]+)?", re.ASCII)
COMMA_NUMBER = re.compile(r"-?[0-9]{1,6},[0-9]{1,2}", re.ASCII)
MAX_DECIMALS = 2


class MarksRow(NamedTuple):
    number: int  # of the first line, from 1
    cells: list[str]
    is_short: bool = False  # cells are missing at its end


def table_rows(data: bytes) -> Iterator[MarksRow]:
    """
    Yield the rows that are not blank, each at least as long as the first (ValueError if `data` is no CSV file).

    Blank cells after the columns of the first row are left out.
    """
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    file = read_csv(data, len)
    width = 0
    for row in file.table if file else ():
        cells = [cell.text for cell in row.cells]
        while len(cells) > width and not cells[-1].strip():  # spreadsheets write blank columns, too
            del cells[-1]
        width = width or len(cells)
        yield MarksRow(row.line, [*cells, *[""] * (width - len(cells))], is_short=len(cells) < width)


def with_point(text: str) -> str:
    """Return the number `text` with a decimal point in place of a comma; any other text unchanged."""
    return text.replace(",", ".") if COMMA_NUMBER.fullmatch(text) else text


def points_problem(text: str, *, takes_off: bool = False) -> str | None:
    """Return the problem of `text` as a number of points, 0 or less if it `takes_off`; None without one."""
    if not text:
        return "a comment, but no points"
    if NUMBER.fullmatch(text.removeprefix("-")) is None:
        return f"points must be a number, got {in_quotes(text)}"
    if text.startswith("-") and not takes_off:
        return f"points must not be negative, got {text}"
    if len(text.partition(".")[2]) > MAX_DECIMALS:
        return f"points have at most {MAX_DECIMALS} decimals, got {sanitize(text, 40)}"
    return None


def cell_text(cell: str, limit: int) -> str:
    """Return the text of a person in a cell, safe to show."""
    # A program that writes this file for a spreadsheet puts an apostrophe before a text that would run as a formula.
    guarded = cell.startswith("'") and cell.lstrip("'").lstrip().startswith(FORMULA)
    return sanitize(cell[1:] if guarded else cell, limit)


PARTS = ("possible", "proposed", "earlier", "points", "comment", "found")
"""The kinds of columns of an item; the column of its points has the item's id alone."""
OF_STUDENT = ("student", "name", "by", "when", "second")
"""Columns of no item. An item with such an id has a longer name for the column of its points."""


def column_name(item: str, part: str) -> str:
    return item if part == "points" and item not in OF_STUDENT else f"{item}: {part}"


def as_long_rows(rows: Iterator[MarksRow], items: Collection[str], item_column: str) -> Iterator[MarksRow]:
    """
    Yield the header and the rows of a table of marks, one for each student and item, whatever form `rows` have.

    `items` are all ids of items and checks. ValueError if two columns have one name.
    """
    first = next(rows, MarksRow(1, []))
    header = [cell.strip().lower() for cell in first.cells]
    points = {column_name(item.lower(), "points") for item in items}
    if "points" in header or "student" not in header or points.isdisjoint(header):
        yield first  # no column holds the points of an item
        yield from rows
        return
    for name in header:
        if header.count(name) > 1:
            raise ValueError(f"column {in_quotes(name)} is there twice")
    columns = [*OF_STUDENT, item_column, *PARTS]
    yield first._replace(cells=columns)
    ids = {item.lower(): item for item in items}
    for row in rows:
        if len(row.cells) == len(header) and not row.is_short:
            yield from _split(row, header, ids)
        else:
            # None of its cells can be trusted: ``4,5`` may be 4.5 points.
            yield row._replace(cells=[*row.cells, *columns])


def _split(row: MarksRow, header: Sequence[str], ids: dict[str, str]) -> Iterator[MarksRow]:
    """Yield a row for each item with a column."""
    cells = dict(zip(header, row.cells, strict=True))
    common = [cells.get(name, "") for name in OF_STUDENT]
    for name in dict.fromkeys(_item_of(column) for column in header if column not in OF_STUDENT):
        parts = [cells.get(column_name(name, part), "") for part in PARTS]
        yield row._replace(cells=[*common, ids.get(name, name), *parts])


def _item_of(column: str) -> str:
    name, _, part = column.rpartition(": ")
    return name if part in PARTS else column
