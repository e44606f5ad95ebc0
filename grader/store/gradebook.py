"""A class as `gradebook.csv`: one row per student, one column per rubric item and per known fact about students."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.identity import Identity
from grader.model.result import Result, Score, import_failure
from grader.model.verdict import Verdict
from grader.text.mark_text import changes, to_confirm
from grader.text.number_text import decimal_or_nothing, decimal_text
from grader.text.reasons import each_said, said
from grader.text.spreadsheet_cell import csv_cell, csv_text

FIRST_COLUMNS = ("id", "student")
IDENTITY_COLUMNS = ("source_id", "login", "email", "late", "submitted_at", "group", "section", "extension", "decided")
"""Fields of an identity that have a column if some student has a value."""
POINTS = ("earned", "possible", "bonus", "scaled", "pending")
TOTALS = ("status", *POINTS)
"""The column of the second scale is only there if somebody has a mark on it."""
LAST_COLUMNS = ("notes", "isolation", "proposed", "changed")
TAKEN = frozenset((*FIRST_COLUMNS, *IDENTITY_COLUMNS, *TOTALS, *LAST_COLUMNS))


def gradebook_csv(rows: Sequence[ClassRow]) -> Iterator[bytes]:
    """
    Yield the gradebook line by line as UTF-8 CSV with a byte-order mark, sorted by id.

    A student without a mark has empty cells, because a zero would look like a person's decision.
    """
    ordered = sorted(rows, key=lambda row: (student_of(row).id, student_of(row).student))
    results = [row for row in ordered if not isinstance(row, NotGraded)]
    items = list(dict.fromkeys(item.id for result in results for item in result.criteria))
    scaled = any(result.score is not None and result.score.scaled is not None for result in results)
    totals = [name for name in TOTALS if name != "scaled" or scaled]
    first = [*FIRST_COLUMNS, *_known_columns(list(map(student_of, rows))), *totals]
    # A rubric item may be called `bonus` or `notes`. No two columns may have one name.
    titles = (csv_cell(f"{name} (item)" if name in TAKEN else name) for name in items)
    # The byte-order mark tells spreadsheets that names are Unicode. Sanitized cells have no surrogates.
    yield csv_text([[*first, *titles, *LAST_COLUMNS]]).encode("utf-8-sig")
    for row in ordered:
        cells, points = _cells(row), _points(row)
        found = (*map(cells.get, first), *map(points.get, items), *map(cells.get, LAST_COLUMNS))
        yield csv_text([[cell or "" for cell in found]]).encode()


def _known_columns(everybody: Sequence[Identity]) -> list[str]:
    """Return the known facts; the platform's own ids only where they differ from `id`."""
    found = [name for name in IDENTITY_COLUMNS if any(_known(who, name) for who in everybody)]
    if all(who.source_id in {"", who.id} for who in everybody):
        return [name for name in found if name != "source_id"]
    return found


def _known(who: Identity, name: str) -> str:
    if name == "late":
        return "" if who.late is None else "yes" if who.late else "no"
    return str(getattr(who, name))


def _cells(row: ClassRow) -> dict[str, str]:
    """Return the cells of a student by their columns, without those of rubric items."""
    who = student_of(row)
    about = {name: csv_cell(_known(who, name)) for name in (*FIRST_COLUMNS, *IDENTITY_COLUMNS)}
    if isinstance(row, NotGraded):
        return {**about, "status": "missing" if row.missing else "not_graded", "notes": csv_cell(row.reason)}
    isolation = row.grader.isolation
    changed = "; ".join(f"{change.item.id} {change.change_text}" for change in changes(row))
    return {
        **about,
        **({} if row.score is None else {**_totals(row.score), "proposed": csv_cell(_proposed(row))}),
        "status": row.status,
        "notes": csv_cell(_notes(row)),
        "isolation": "" if isolation is None else isolation.level.value,
        "changed": csv_cell(changed),
    }


def _totals(score: Score) -> dict[str, str]:
    return {name: decimal_or_nothing(getattr(score, name)) for name in POINTS}


def _points(row: ClassRow) -> dict[str, str]:
    if isinstance(row, NotGraded) or row.score is None:
        return {}
    return {item.id: "" if item.verdict is Verdict.PENDING else decimal_text(item.earned) for item in row.criteria}


def _proposed(result: Result) -> str:
    """Return the points that the grader proposes, or that an earlier version of the file had."""
    items = result.criteria
    waiting = (item for item in items if item.verdict is Verdict.PENDING and item.proposed is not None)
    texts = [f"{item.id} {decimal_text(item.proposed or Decimal(0))}" for item in waiting]
    return "; ".join([*texts, *(f"{one.item.id} {one.proposal_text}" for one in to_confirm(items))])


def _notes(result: Result) -> str:
    """Return all notes as one text; several are numbered, because they are sentences with commas and semicolons."""
    why_nothing = result.fault or said(import_failure(result))
    notes = [*([why_nothing] if why_nothing else []), *result.notes, *each_said(result.marks_to_check)]
    if len(notes) < 2:  # noqa: PLR2004 - several
        return "".join(notes)
    return " ".join(f"({number}) {text}" for number, text in enumerate(notes, 1))
