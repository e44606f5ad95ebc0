"""A table of marks with one row for each student: columns such as ``code_quality`` and ``code_quality: comment``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from grader.capabilities.by_hand.marks_table import MarksRow, quoted

PARTS = ("possible", "proposed", "earlier", "points", "comment", "found")
"""What the columns of an item hold; that of its points has the item's id alone."""
OF_STUDENT = ("student", "name", "by", "when")
"""Columns that belong to no item; the points of an item called like one of these have a longer name."""


def column_name(item: str, part: str) -> str:
    """Return the name of a column."""
    return item if part == "points" and item not in OF_STUDENT else f"{item}: {part}"


def as_long_rows(rows: Iterator[MarksRow], items: Collection[str], item_column: str) -> Iterator[MarksRow]:
    """
    Yield the header and the rows of a table of marks, one for each student and item, also if `rows` have them together.

    `items` are all ids of items and checks. ValueError if two columns have one name.
    """
    first = next(rows, MarksRow(1, []))
    header = [cell.strip().lower() for cell in first.cells]
    if not _is_wide(header, items):
        yield first
        yield from rows
        return
    for name in header:
        if header.count(name) > 1:
            raise ValueError(f"column {quoted(name)} is there twice")
    columns = [*OF_STUDENT, item_column, *PARTS]
    yield first._replace(cells=columns)
    ids = {item.lower(): item for item in items}
    for row in rows:
        if len(row.cells) == len(header):
            yield from _split(row, header, ids)
        else:
            yield row._replace(cells=[*row.cells, *columns])  # it has too many cells or too few: so no cell is taken


def _is_wide(header: Sequence[str], items: Collection[str]) -> bool:
    """Return whether one of these columns holds the points of an item."""
    points = {column_name(item.lower(), "points") for item in items}
    return "points" not in header and "student" in header and not points.isdisjoint(header)


def _split(row: MarksRow, header: Sequence[str], ids: dict[str, str]) -> Iterator[MarksRow]:
    """Yield a row for each item that has a column."""
    cells = dict(zip(header, row.cells, strict=True))
    common = [cells.get(name, "") for name in OF_STUDENT]
    for name in dict.fromkeys(_item_of(column) for column in header if column not in OF_STUDENT):
        parts = [cells.get(column_name(name, part), "") for part in PARTS]
        yield row._replace(cells=[*common, ids.get(name, name), *parts])


def _item_of(column: str) -> str:
    name, _, part = column.rpartition(": ")
    return name if part in PARTS else column
