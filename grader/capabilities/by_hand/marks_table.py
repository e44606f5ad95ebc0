"""The CSV file with a person's marks: its rows as spreadsheets write them, and what a cell may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from grader.model.csv_file import csv_rows
from grader.model.sanitize import sanitize
from grader.text.spreadsheet_cell import FORMULA

MAX_FILE_BYTES = 1024 * 1024
NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]+)?", re.ASCII)
COMMA_NUMBER = re.compile(r"[0-9]{1,6},[0-9]{1,2}", re.ASCII)
MAX_DECIMALS = 2


class MarksRow(NamedTuple):
    """A row of the file."""

    number: int
    """The number of its first line, from 1."""
    cells: list[str]
    decimal_comma: bool = False
    """Whether numbers may have a comma before their decimals: the spreadsheet used it for no other purpose."""


def table_rows(data: bytes) -> Iterator[MarksRow]:
    """Yield the rows that are not blank; ValueError when `data` is no CSV file."""
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text; save it as CSV UTF-8") from None
    first = text.partition("\n")[0]
    # If the decimal mark is a comma, spreadsheets separate columns by semicolons.
    comma = ";" in first
    for row in csv_rows(text, ";" if comma else ","):
        yield MarksRow(row.line, [cell.text for cell in row.cells], comma)


def with_point(text: str) -> str:
    """Return the number `text` with a point before its decimals in place of a comma; any other text as it is."""
    return text.replace(",", ".") if COMMA_NUMBER.fullmatch(text) else text


def points_problem(text: str) -> str | None:
    """Return what is wrong with `text` as a number of points; None when nothing is."""
    if not text:
        return "a comment, but no points"
    if NUMBER.fullmatch(text) is None:
        if NUMBER.fullmatch(text.removeprefix("-")):
            return f"points must not be negative, got {text}"
        dotted = text.replace(",", ".")
        hint = f"; did you mean {dotted}?" if NUMBER.fullmatch(dotted) else ""
        return f"points must be a number, got {quoted(text)}{hint}"
    if len(text.partition(".")[2]) > MAX_DECIMALS:
        return f"points have at most {MAX_DECIMALS} decimals, got {sanitize(text, 40)}"
    return None


def cell_text(cell: str, limit: int) -> str:
    """Return a text that a person wrote into a cell, safe to show."""
    # Whoever writes this file for a spreadsheet puts an apostrophe before a text that would run as a formula.
    guarded = cell.startswith("'") and cell.lstrip("'").lstrip().startswith(FORMULA)
    return sanitize(cell[1:] if guarded else cell, limit)


def quoted(text: str) -> str:
    """Return `text` of a cell for a message."""
    return f'"{sanitize(text, 60)}"'
