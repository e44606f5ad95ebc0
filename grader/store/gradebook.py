"""A class as `gradebook.csv`: one row per student, one column per rubric item and per known fact about students."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.identity import Identity
from grader.model.result import ItemResult, Result, import_failure
from grader.model.verdict import Verdict
from grader.text.mark_text import changes, to_confirm
from grader.text.number_text import decimal_text
from grader.text.reasons import each_said, said
from grader.text.spreadsheet_cell import csv_cell, csv_text

FIRST_COLUMNS = ("id", "student")
IDENTITY_COLUMNS = ("source_id", "login", "email", "late", "submitted_at", "group", "section", "extension", "decided")
"""Fields of an identity that have a column if some student has a value."""
TOTALS = ("status", "earned", "possible", "bonus")
LAST_COLUMNS = ("notes", "isolation", "proposed", "changed")


def gradebook_csv(rows: Sequence[ClassRow]) -> Iterator[bytes]:
    """
    Yield the gradebook line by line as UTF-8 CSV with a byte-order mark, sorted by id.

    A student without a mark has empty cells, because a zero would look like a person's decision.
    """
    ordered = sorted(rows, key=lambda row: (student_of(row).id, student_of(row).student))
    results = [row for row in ordered if not isinstance(row, NotGraded)]
    criteria = list(dict.fromkeys(item.id for result in results for item in result.criteria))
    scaled = any(result.score is not None and result.score.scaled is not None for result in results)
    known = _known_columns(list(map(student_of, rows)))
    # The byte-order mark tells spreadsheets that names are Unicode. Sanitized cells have no surrogates.
    yield csv_text([_header(known, criteria, scaled=scaled)]).encode("utf-8-sig")
    for row in ordered:
        cells = [*_student(row, known), *_totals(row, scaled=scaled), *_points(row, criteria)]
        yield csv_text([[*cells, _notes(row), _level(row), _proposed(row), _changed(row)]]).encode()


def _header(known: Sequence[str], criteria: Sequence[str], *, scaled: bool) -> list[str]:
    first = [*FIRST_COLUMNS, *known, *TOTALS, *(["scaled"] if scaled else []), "pending"]
    # A rubric item may be called `bonus` or `notes`. No two columns may have one name.
    taken = {*first, "scaled", *IDENTITY_COLUMNS, *LAST_COLUMNS}
    points = (csv_cell(f"{name} (item)" if name in taken else name) for name in criteria)
    return [*first, *points, *LAST_COLUMNS]


def _student(row: ClassRow, known: Sequence[str]) -> Iterator[str]:
    who = student_of(row)
    yield csv_cell(who.id)
    yield csv_cell(who.student)
    yield from (csv_cell(_known(who, name)) for name in known)
    if isinstance(row, NotGraded):
        yield "missing" if row.missing else "not_graded"
    else:
        yield row.status


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


def _totals(row: ClassRow, *, scaled: bool) -> Iterator[str]:
    score = None if isinstance(row, NotGraded) else row.score
    if score is None:
        yield from [""] * (5 if scaled else 4)
        return
    yield from (decimal_text(score.earned), decimal_text(score.possible), decimal_text(score.bonus))
    if scaled:
        yield "" if score.scaled is None else decimal_text(score.scaled)
    yield decimal_text(score.pending)


def _points(row: ClassRow, criteria: list[str]) -> Iterator[str]:
    graded = isinstance(row, Result) and row.score is not None
    found = {item.id: item for item in row.criteria} if isinstance(row, Result) and graded else {}
    yield from (_earned(found.get(name)) for name in criteria)


def _earned(item: ItemResult | None) -> str:
    return "" if item is None or item.verdict is Verdict.PENDING else decimal_text(item.earned)


def _proposed(row: ClassRow) -> str:
    """Return the points that the grader proposes, or that an earlier version of the file had."""
    items = row.criteria if isinstance(row, Result) and row.score is not None else ()
    waiting = (item for item in items if item.verdict is Verdict.PENDING and item.proposed is not None)
    texts = [f"{item.id} {decimal_text(item.proposed or Decimal(0))}" for item in waiting]
    return csv_cell("; ".join([*texts, *(f"{one.item.id} {one.proposal_text}" for one in to_confirm(items))]))


def _changed(row: ClassRow) -> str:
    found = changes(row) if isinstance(row, Result) else ()
    return csv_cell("; ".join(f"{change.item.id} {change.change_text}" for change in found))


def _notes(row: ClassRow) -> str:
    if isinstance(row, NotGraded):
        return csv_cell(row.reason)
    why_nothing = row.fault or said(import_failure(row))
    notes = (*row.notes, *each_said(row.marks_to_check))
    return csv_cell(_numbered([why_nothing, *notes] if why_nothing else notes))


def _numbered(texts: Sequence[str]) -> str:
    """Return `texts` as one numbered text, because notes are sentences with commas and semicolons."""
    if len(texts) < 2:  # noqa: PLR2004 - several
        return "".join(texts)
    return " ".join(f"({number}) {text}" for number, text in enumerate(texts, 1))


def _level(row: ClassRow) -> str:
    isolation = None if isinstance(row, NotGraded) else row.grader.isolation
    return "" if isolation is None else isolation.level.value
