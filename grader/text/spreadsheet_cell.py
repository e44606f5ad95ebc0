"""Text as a cell of a spreadsheet, which runs some texts as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from grader.model.sanitize import sanitize

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 - spreadsheets take the wide ones too
"""A spreadsheet runs a cell that begins with one of these as a formula."""
BEFORE_FORMULA = re.compile(r""";(?=[\s"]*[=+\-@＝＋－＠])""")  # noqa: RUF001
MAX_CELL = 1000


def csv_cell(text: str) -> str:
    """Return `text` as a cell that no spreadsheet runs as a formula."""
    shown = sanitize(text, MAX_CELL)
    # An apostrophe makes a spreadsheet take the cell as text, not as a formula to run.
    shown = f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown
    return sanitize(guard_parts(shown), MAX_CELL)


def unguarded(text: str) -> str:
    """Return `text` of a cell without the apostrophe that `csv_cell` writes before a formula."""
    bare = text.removeprefix("'")
    return bare if bare.lstrip().startswith(FORMULA) else text


def csv_table(rows: Iterable[Iterable[str]]) -> str:
    """Return `rows` as a table of such cells."""
    return csv_text((map(csv_cell, row) for row in rows), "\r\n")


def csv_text(rows: Iterable[Iterable[str]], line_end: str = "\n") -> str:
    """Return `rows` as CSV, each cell as it is."""
    table = io.StringIO()
    csv.writer(table, lineterminator=line_end).writerows(rows)
    return table.getvalue()


def guard_parts(text: str) -> str:
    """Return `text` of a cell so that no part of it behind a semicolon is run as a formula."""
    # If the decimal mark is a comma, a spreadsheet splits columns at semicolons, even inside a cell.
    return BEFORE_FORMULA.sub(" /", text)
