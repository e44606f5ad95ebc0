"""The rows of a CSV file as platforms and spreadsheets write it: in any usual encoding, with any usual delimiter."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grader.model.text_encoding import decode

MAX_ROWS = 20_000
MAX_CELL = 1000
MAX_COLUMNS = 2000
DELIMITERS = (",", ";", "\t")


class SheetRow(NamedTuple):
    """A row of the file that is not blank."""

    line: int
    """The number of its first line, from 1."""
    cells: list[str]


def spreadsheet_rows(data: bytes, rate: Callable[[Sequence[str]], int]) -> list[SheetRow]:
    """
    Return the rows of the table in `data`; ValueError, whose message says the remedy, if it holds none.

    Of all delimiters that one counts by which `rate` gives the most to the first row.
    """
    text = _decoded(data)
    first = text.partition("\n")[0].strip()
    if first.casefold().startswith("sep=") and len(first) == len("sep=,"):  # a hint of Excel's
        return _checked(list(_rows(text, first[-1]))[1:])
    ratings = [rate(_first_cells(text, delimiter)) for delimiter in DELIMITERS]
    return _checked(list(_rows(text, DELIMITERS[ratings.index(max(ratings))])))


def _first_cells(text: str, delimiter: str) -> list[str]:
    """Return the cells of the first row that is not blank, as far as this delimiter can read one."""
    try:
        return next(_rows(text, delimiter)).cells
    except (StopIteration, ValueError):
        return []


def _checked(rows: list[SheetRow]) -> list[SheetRow]:
    if not rows:
        raise ValueError("empty; the first line must name the columns")
    return rows


def _decoded(data: bytes) -> str:
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise ValueError("a spreadsheet or an archive, not CSV; save the table as CSV")
    try:
        return decode(data).text
    except ValueError:
        raise ValueError("not a text file; save the table as CSV") from None


def _rows(text: str, delimiter: str) -> Iterator[SheetRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start, count = 1, 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                count += 1
                _refuse_huge(cells, start, count)
                yield SheetRow(start, cells)
            start = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"line {start}: not CSV ({error}); look for a quote that is not closed") from None


def _refuse_huge(cells: Sequence[str], line: int, count: int) -> None:
    if count > MAX_ROWS:
        raise ValueError(f"more than {MAX_ROWS:,} rows; name the file that lists this class")
    if len(cells) > MAX_COLUMNS or any(len(cell) > MAX_CELL for cell in cells):
        raise ValueError(
            f"line {line}: a cell of more than {MAX_CELL:,} characters, or more than {MAX_COLUMNS:,} cells; is a quote"
            " not closed?"
        )
