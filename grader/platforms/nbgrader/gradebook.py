"""The table of ``nbgrader export``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.platforms.gradebooks.grade_file import number_cell
from grader.platforms.gradebooks.mark_tables import Content, Marked, NewTable, id_cell
from grader.text.spreadsheet_cell import csv_cell

COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)


def new_gradebook(marked: Sequence[Marked], content: Content) -> NewTable:
    """Return a row for each student. A name is not split: the grader does not know its parts."""
    return NewTable(rows=_rows(marked, content))


def _rows(marked: Sequence[Marked], content: Content) -> Iterator[Sequence[str]]:
    yield COLUMNS
    for one in marked:
        items = one.result.criteria
        penalty = -sum((item.earned for item in items if item.deduction is not None), Decimal(0))
        raw = sum((item.earned for item in items if item.deduction is None), Decimal(0))
        numbers = (raw, penalty, one.mark, content.choice.full)
        names = (csv_cell(one.who.student), "", id_cell(one.who.email))
        cells = [csv_cell(content.title), "", one.who.submitted_at, one.who.id, *names]
        yield [*cells, *(number_cell(number, comma=False) for number in numbers)]
