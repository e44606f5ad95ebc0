"""Reads points by hand from a CSV file, and reports all problems of the file at once."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from operator import itemgetter
from typing import NamedTuple

from grader.capabilities.by_hand.capability import DEALT_WITH, OPEN_AGAIN, Action, MarkChange
from grader.capabilities.by_hand.journal import Source, seen_version
from grader.capabilities.by_hand.marks import items_by_id, overlaps, refusal, takes_off
from grader.capabilities.by_hand.marks_table import (
    MarksRow,
    as_long_rows,
    cell_text,
    points_problem,
    table_rows,
    with_point,
)
from grader.errors import UserError
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.csv_file import in_quotes
from grader.model.identity import written_key
from grader.model.result import ItemResult, ManualMark, Markable, Result
from grader.model.sanitize import sanitize
from grader.text.number_text import decimal_text

REQUIRED = ("student", "item", "points")
FIRST_LINE = ",".join((*REQUIRED, "comment"))
COLUMNS = (*REQUIRED, "comment", "by", "when", "proposed", "earlier", "name", "possible", "found", "second")
NUMBERS = ("points", "proposed", "earlier")
EARLIER_NAMES = {"line": "item"}
"""The columns of earlier tables, with their present names."""
MAX_PROBLEM = 1000  # characters of a message
MAX_HINTS = 20
"""Problems with a hint: the search for a similar name among thousands takes time."""
CONFIRMED = "ok"  # in place of points: the grader's proposal
KEPT = "keep"
"""In place of points: those of an earlier version of the file, with that comment."""
TAKEN_BACK = "auto"  # in place of points: no mark by hand any more
MAX_COMMENT = 500  # characters of a comment
MAX_GIVEN = 100
"""Characters of the marker's name, and of the time."""

SECOND_MARKING = "second marking"
"""In a table for second marking, the marker's name until a person writes another one."""

MarksByStudent = dict[str, dict[str, ManualMark | None]]
"""By submission id, then by the id of the item or check; None takes earlier points back."""


NEEDS = "needs:"
"""The beginning of an item that stands for a case: ``needs:timed_out`` with `DEALT` as points."""
DEALT: Mapping[str, Action] = {"done": DEALT_WITH, "open": OPEN_AGAIN}


def parse_manual(
    data: bytes,
    source: str,
    results: Mapping[str, Result],
    not_graded: Iterable[NotGraded] = (),
    needs: Collection[str] = (),
) -> MarksTable:
    """
    Return the marks in the CSV file `data`, for `results` by submission id (UserError with one line per problem).

    `source` names the file in messages. A row names its student by id, or by a name, login, e-mail address or
    platform's id that only one student has. A row without points and comment is not filled in yet, and is skipped.
    Students in `not_graded` cannot be marked. The column ``item`` holds the id of an item or a check; the grader's
    points are changed only with a comment. `needs` are the reasons for which a class needs a person.
    """
    rows: dict[str, ClassRow] = {**{one.id: one for one in not_graded}, **results}
    names: dict[str, list[str]] = {}
    for key, row in rows.items():
        who = student_of(row)
        known = (key, who.student, *filter(None, (who.source_id, who.login, who.email)))
        for name in {written_key(name) for name in known}:
            names.setdefault(name, []).append(key)
    parser = _Parser(source=source, results=results, rows=rows, names=names, needs=needs)
    try:
        items = {name for result in results.values() for name in items_by_id(result.criteria)}
        table = as_long_rows(table_rows(data), items, REQUIRED[1])
        columns = parser.read_header(next(table))
        for line in table if columns else ():
            parser.add_row(line, columns)
        parser.refuse_overlaps()
    except ValueError as error:
        raise UserError(f"{source}: {error}") from None
    if parser.problems:
        raise UserError("\n".join(text for _row, text in sorted(parser.problems, key=itemgetter(0))))
    return MarksTable(parser.marks, parser.sources, tuple(parser.looked_at))


class MarksTable(NamedTuple):
    marks: MarksByStudent
    sources: dict[tuple[str, str], Source]  # by submission id, then by the id of the item or check
    looked_at: tuple[MarkChange, ...] = ()
    """The cases that people dealt with, for the journal."""


@dataclass(slots=True, kw_only=True)
class _Parser:
    """The rows so far: marks and problems."""

    source: str
    results: Mapping[str, Result]
    rows: Mapping[str, ClassRow]
    """All students, also those without a result, by id."""
    names: Mapping[str, list[str]]
    """Ids of the students with this name, or with another form of this id."""
    needs: Collection[str]
    marks: MarksByStudent = field(default_factory=dict)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    """The row of each mark, by student and id."""
    sources: dict[tuple[str, str], Source] = field(default_factory=dict)
    looked_at: list[MarkChange] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    """Each with the row."""

    def read_header(self, header: MarksRow) -> list[str]:
        """Return the names of the columns; none if a column is missing."""
        number = header.number
        names = [EARLIER_NAMES.get(name, name) for name in (cell.strip().lower() for cell in header.cells)]
        for name in names:
            if name not in COLUMNS:
                self._problem(number, f"unknown column {in_quotes(name)}", self._nearest(name, COLUMNS))
        for name in COLUMNS:
            if names.count(name) > 1:
                self._problem(number, f"column {name} is there twice")
        missing = [name for name in REQUIRED if name not in names]
        if missing:
            self._problem(number, f"no column {', '.join(missing)}; the first line is {FIRST_LINE}")
        return [] if missing else names

    def add_row(self, row: MarksRow, columns: list[str]) -> None:
        number = row.number
        cells = {name: cell.strip() for name, cell in zip(columns, row.cells, strict=False)}
        if len(row.cells) != len(cells):
            more = "more cells than columns; put quotes around a comment that has commas in it"
            fewer = "fewer cells than columns; write the row to its end, blank cells too, and 4.5 instead of 4,5"
            self._problem(number, fewer if row.is_short else more)
            return
        is_second = cells.get("second") == SECOND_MARKING
        cells["by"] = cells.get("by") or SECOND_MARKING * is_second
        if not cells.get("points") and not cells.get("comment"):
            return
        if cells.get("item", "").startswith(NEEDS):
            self._add_looked_at(number, cells)
            return
        student = self._student(number, cells["student"])
        item = None if student is None else self._item(number, student, cells.get("item", ""))
        try:
            mark = read_mark(cells, item)
        except ValueError as error:
            self._problem(number, str(error))
            return
        if student is None or item is None:
            return
        if item.id in self.marks.setdefault(student, {}):
            self._problem(number, f"{in_quotes(student)} already has points for {item.id}")
            return
        self.marks[student][item.id] = mark
        self.numbers[student, item.id] = number
        by = cell_text(cells.get("by", ""), MAX_GIVEN)
        self.sources[student, item.id] = Source(sanitize(f"{self.source}:{number}"), by, is_second)

    def _add_looked_at(self, number: int, cells: Mapping[str, str]) -> None:
        need, action = cells["item"].removeprefix(NEEDS), DEALT.get(cells["points"].lower())
        student = self._id(number, cells["student"])
        if need not in self.needs:
            self._problem(number, f"unknown {NEEDS}{in_quotes(need)}", self._nearest(need, self.needs))
        elif action is None:
            self._problem(number, f"{NEEDS}{need}: {in_quotes(cells['points'])} is neither done nor open")
        elif student is not None:
            row = self.rows[student]
            self.looked_at.append(
                MarkChange(
                    student=student_of(row).id,
                    item=need,
                    action=action,
                    old=None,
                    new=None,
                    reason=cell_text(cells.get("comment", ""), MAX_COMMENT),
                    who=cell_text(cells.get("by", ""), MAX_GIVEN),
                    sha256=seen_version(row),
                    rubric="" if isinstance(row, NotGraded) else row.rubric.sha256,
                )
            )

    def refuse_overlaps(self) -> None:
        """Add a problem for every item with points of its own and points on a check."""
        for student, marks in self.marks.items():
            for overlap in overlaps(self.results[student], marks):
                numbers = [self.numbers.get((student, name), 0) for name in overlap]
                self._problem(max(numbers), f"{in_quotes(student)}: {overlap.text}")

    def _student(self, number: int, name: str) -> str | None:
        """Return the id of a student with a result."""
        found = self._id(number, name)
        if found is None or found in self.results:
            return found
        self._problem(number, f"{in_quotes(name)} was not graded; grade the submission first, or take the row out")
        return None

    def _id(self, number: int, name: str) -> str | None:
        # The gradebook writes an apostrophe before an id that a spreadsheet would run as a formula.
        for known in (name, name.removeprefix("'")):
            if known in self.rows:
                return known
        same = self.names.get(written_key(name), [])
        if len(same) == 1:
            return same[0]
        if same:
            self._problem(number, f"{len(same)} students are called {in_quotes(name)}; write the id: {', '.join(same)}")
        else:
            near = self._nearest(name, [*self.results, *(one.submission.student for one in self.results.values())])
            self._problem(number, f"unknown student {in_quotes(name)}", near)
        return None

    def _item(self, number: int, student: str, name: str) -> Markable | None:
        items = items_by_id(self._criteria(self.results[student]))
        if name not in items:
            self._problem(number, f"unknown item {in_quotes(name)}", self._nearest(name, items))
        return items.get(name)

    def _criteria(self, result: Result) -> tuple[ItemResult, ...]:
        # A result with a harness fault may have no criteria. Those of another result under the same rubric then stand
        # in, so that one fault of the grader does not refuse the marks of a whole class.
        same = (other for other in self.results.values() if other.rubric.sha256 == result.rubric.sha256)
        return result.criteria or next((other.criteria for other in same if other.criteria), ())

    def _nearest(self, name: str, known: Iterable[str]) -> str:
        if len(self.problems) >= MAX_HINTS:
            return ""
        close = difflib.get_close_matches(name, list(dict.fromkeys(known)), n=1)
        return f"; did you mean {in_quotes(close[0])}?" if close else ""

    def _problem(self, number: int, problem: str, hint: str = "") -> None:
        self.problems.append((number, sanitize(f"{self.source}:{number}: {problem}{hint}", MAX_PROBLEM)))


def read_mark(cells: Mapping[str, str], item: Markable | None) -> ManualMark | None:
    """
    Return the mark in `cells` (points, comment, by, when, proposed, earlier) for `item`; None if it is taken back.

    ValueError with the problem in one sentence. Without an `item` only a number can be read.
    """
    text, proposed, earlier = (with_point(cells.get(name, "")) for name in NUMBERS)
    word = text.lower()
    if word == TAKEN_BACK:
        return None
    if word not in (CONFIRMED, KEPT):
        known = ManualMark(points=_number(text, item))
    elif item is None:
        known = ManualMark(points=Decimal(0))
    else:
        known = _proposed(proposed, item) if word == CONFIRMED else _earlier(earlier, item)
    mark = ManualMark(
        points=known.points,
        comment=cell_text(cells.get("comment", ""), MAX_COMMENT) or known.comment,
        by=cell_text(cells.get("by", ""), MAX_GIVEN) or known.by,
        when=cell_text(cells.get("when", ""), MAX_GIVEN) or known.when,
    )
    if item is not None and (problem := refusal(item, mark)):
        raise ValueError(problem)
    return mark


def _number(text: str, item: Markable | None) -> Decimal:
    problem = points_problem(text, takes_off=takes_off(item))
    if problem is None:
        return Decimal(text)
    proposed = _proposed_points(item)
    hints = []
    if proposed is not None:
        hints.append(f"{CONFIRMED} for the proposed {decimal_text(proposed)}")
    if item is not None and item.earlier is not None:
        hints.append(f"{KEPT} for the {decimal_text(item.earlier.points)} of the earlier version")
    raise ValueError(problem + (f"; write {' or '.join(hints)}" if hints and not text else ""))


def _proposed(seen: str, item: Markable) -> ManualMark:
    """Return the proposed points, if they are those that the person has `seen`; an empty text fits any."""
    proposed = _proposed_points(item)
    if proposed is None:
        raise ValueError(f"no points are proposed for {item.id}; write a number")
    _refuse_other(seen, proposed, f"the proposal for {item.id} is {decimal_text(proposed)} now")
    return ManualMark(points=proposed)


def _earlier(seen: str, item: Markable) -> ManualMark:
    """Return the mark of an earlier version of the file, if its points are those that the person has `seen`."""
    mark = item.earlier
    if mark is None:
        raise ValueError(f"{item.id} has no points of an earlier version of the file; write a number")
    _refuse_other(seen, mark.points, f"the earlier version had {decimal_text(mark.points)} for {item.id}")
    return mark


def _refuse_other(seen: str, points: Decimal, now: str) -> None:
    if seen and (points_problem(seen) is not None or Decimal(seen) != points):
        raise ValueError(f"{now}, not {sanitize(seen, 40)}; look at it again")


def _proposed_points(item: Markable | None) -> Decimal | None:
    return item.proposed if isinstance(item, ItemResult) else None
