"""The table of ``otter grade``: a column for each item, with the possible points in the first row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from grader.model.assessment import half_up
from grader.model.result import ItemResult
from grader.platforms.mark_tables import Content, Marked, NewTable
from grader.text.number_text import decimal_text
from grader.text.spreadsheet_cell import csv_cell

SHARE_DECIMALS = 4  # decimals of a part of full marks


def new_gradebook(marked: Sequence[Marked], content: Content) -> NewTable:
    del content  # points are those of the rubric, and no column has the title of the assignment
    return NewTable(rows=_rows(marked))


def _rows(marked: Sequence[Marked]) -> Iterator[Sequence[str]]:
    first: Mapping[str, ItemResult] = {item.id: item for one in reversed(marked) for item in one.result.criteria}
    items = {item.id: first[item.id] for one in marked for item in one.result.criteria}
    yield ["file", *map(csv_cell, items), "total_points_earned", "percent_correct", "grading_status"]
    points = [decimal_text(item.points) for item in items.values()]
    full = marked[0].score.possible if marked else Decimal(0)
    yield ["points-per-question", *points, decimal_text(full), "", ""]
    for one in marked:
        earned = {item.id: item.earned for item in one.result.criteria}
        total = max(one.score.earned + one.score.bonus, Decimal(0))
        share = Fraction(total) / Fraction(full) if full else Fraction(0)
        cells = [decimal_text(earned[name]) if name in earned else "" for name in items]
        part = decimal_text(half_up(share, SHARE_DECIMALS))
        yield [one.who.id, *cells, decimal_text(total), part, "Completed"]
