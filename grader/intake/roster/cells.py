"""One row of a roster's file, its cells by what the columns hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.intake.roster.columns import KINDS, Column
from grader.model.csv_file import CsvRow
from grader.model.sanitize import sanitize

CUT_NUMBER = re.compile(r"[0-9][.,]?[0-9]{0,9}[eE]\+[0-9]{1,2}", re.ASCII)


class Cells(NamedTuple):
    """A row of the file by its columns."""

    line: int
    by_column: Mapping[Column, list[str]]

    def first(self, *columns: Column) -> str:
        """Return the first text in these columns."""
        return next((text for column in columns for text in self.by_column.get(column, ()) if text), "")


def by_column(row: CsvRow, columns: Sequence[Column | None]) -> Cells:
    """Return the cells of `row`; ValueError, whose message says the remedy, if they are not as many as `columns`."""
    if any(cell.text.strip() for cell in row.cells[len(columns) :]):
        raise ValueError(f"{len(row.cells)} cells for {len(columns)} columns; put a cell with a comma in it in quotes")
    found: dict[Column, list[str]] = defaultdict(list)
    for column, cell in zip(columns, row.cells, strict=False):
        if column is not None and column in KINDS:
            text = _id_cell(cell.text.strip())
            # GitHub Classroom's identifiers are what the teacher likes: numbers, or addresses.
            found[Column.EMAIL if column is Column.ID and "@" in text else column].append(text)
        elif column is not None:
            found[column].append(cell.text.strip())
    return Cells(row.line, found)


def _id_cell(text: str) -> str:
    """Return an id without what keeps a spreadsheet from running or rounding it; ValueError for one that is cut."""
    if CUT_NUMBER.fullmatch(text):
        raise ValueError(f"{quoted(text)}: a spreadsheet has cut this number; write the whole number, as text")
    if text.startswith('="') and text.endswith('"'):
        return text[2:-1].strip()
    return text.removeprefix("'")


def quoted(text: str) -> str:
    """Return the text of a cell for a message."""
    return f'"{sanitize(text, 60)}"'
