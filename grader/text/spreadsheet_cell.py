"""Text as the cell of a spreadsheet, which would run some texts as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from grader.model.sanitize import sanitize

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 - spreadsheets take the wide ones too
"""The signs that begin a formula."""
BEFORE_FORMULA = re.compile(r""";(?=[\s"]*[=+\-@＝＋－＠])""")  # noqa: RUF001
MAX_CELL = 1000


def csv_cell(text: str) -> str:
    """Return `text` as a cell that no spreadsheet runs as a formula."""
    shown = sanitize(text, MAX_CELL)
    # Spreadsheets take a cell with an apostrophe in front as text.
    shown = f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown
    return sanitize(guard_parts(shown), MAX_CELL)


def unguarded(text: str) -> str:
    """Return `text` without the apostrophe that `csv_cell` puts before a formula."""
    bare = text.removeprefix("'")
    return bare if bare.lstrip().startswith(FORMULA) else text


def csv_table(rows: Iterable[Iterable[str]]) -> str:
    return csv_text((map(csv_cell, row) for row in rows), "\r\n")


def csv_text(rows: Iterable[Iterable[str]], line_end: str = "\n") -> str:
    table = io.StringIO()
    csv.writer(table, lineterminator=line_end).writerows(rows)
    return table.getvalue()


def guard_parts(text: str) -> str:
    """Return `text` so that a spreadsheet runs no part of it behind a semicolon as a formula."""
    # Spreadsheets with a comma as decimal mark split columns at semicolons, even inside a cell.
    return BEFORE_FORMULA.sub(" /", text)
