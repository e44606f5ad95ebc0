"""A class as `gradebook.csv`: one row per student, one column per rubric line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from grader.model.class_row import NotGraded, Row, identity
from grader.model.result import CriterionResult, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.reports.text.number_text import plain

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 - spreadsheets take the wide ones too
AFTER_SEMICOLON = re.compile(r"""(;[\s"]*)(?=[=+\-@＝＋－＠])""")  # noqa: RUF001
FIRST = ("id", "student", "status", "earned", "possible", "bonus")
LAST = ("notes", "isolation")
LONGEST = 1000


def gradebook_csv(rows: Sequence[Row]) -> bytes:
    """
    Return the gradebook, sorted by id.

    A student without a mark has empty cells, never zeros: a zero typed in by a program looks like one a person gave.
    """
    results = [row for row in rows if not isinstance(row, NotGraded)]
    lines = list(dict.fromkeys(line.id for result in results for line in result.criteria))
    scaled = any(result.score is not None and result.score.scaled is not None for result in results)
    header = [*FIRST, *(["scaled"] if scaled else []), "pending"]
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    # A line may be called `bonus` or `notes` like a column of ours; two columns of one name would hide one.
    taken = {*header, "scaled", *LAST}
    writer.writerow([*header, *(_cell(f"{line} (line)" if line in taken else line) for line in lines), *LAST])
    for row in sorted(rows, key=identity):
        cells = [*_person(row), *_figures(row, scaled=scaled), *_points(row, lines)]
        writer.writerow([*cells, _notes(row), _level(row)])
    # No byte-order mark: a script would read it as part of the first column's name. The text holds no surrogates,
    # since every cell was cleaned.
    return table.getvalue().encode()


def _person(row: Row) -> Iterator[str]:
    yield from map(_cell, identity(row))
    yield "not_graded" if isinstance(row, NotGraded) else row.status


def _figures(row: Row, *, scaled: bool) -> Iterator[str]:
    score = None if isinstance(row, NotGraded) else row.score
    if score is None:
        yield from [""] * (5 if scaled else 4)
        return
    yield from (plain(score.earned), plain(score.possible), plain(score.bonus))
    if scaled:
        yield "" if score.scaled is None else plain(score.scaled)
    yield plain(score.pending)


def _points(row: Row, lines: list[str]) -> Iterator[str]:
    graded = isinstance(row, Result) and row.score is not None
    found = {line.id: line for line in row.criteria} if isinstance(row, Result) and graded else {}
    yield from (_earned(found.get(line)) for line in lines)


def _earned(line: CriterionResult | None) -> str:
    return "" if line is None or line.verdict is Verdict.PENDING else plain(line.earned)


def _notes(row: Row) -> str:
    if isinstance(row, NotGraded):
        return _cell(row.reason)
    return _cell("; ".join([row.fault, *row.notes] if row.fault else row.notes))


def _level(row: Row) -> str:
    isolation = None if isinstance(row, NotGraded) else row.grader.isolation
    return "" if isolation is None else isolation.level.value


def _cell(text: str) -> str:
    shown = sanitize(text, LONGEST)
    # An apostrophe makes a spreadsheet take the cell as text, not as a formula to run.
    shown = f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown
    # Where the comma is the decimal mark, a spreadsheet parts the columns by semicolons, also within a cell of ours.
    return AFTER_SEMICOLON.sub(r"\1'", shown)
