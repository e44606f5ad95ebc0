"""The points a person gives, read from a CSV file; all problems of the file are reported at once."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from grader.errors import UserError
from grader.intake.student_ids import former_id
from grader.marks_by_hand import items_by_id, overlaps, refusal
from grader.model.class_row import NotGraded
from grader.model.result import CriterionResult, Item, ManualMark, Result
from grader.model.sanitize import sanitize
from grader.reports.text.number_text import decimal_text
from grader.store.marks_table import Row, cell_text, points_problem, quoted, table_rows

REQUIRED = ("student", "line", "points")
FIRST_LINE = ",".join((*REQUIRED, "comment"))
COLUMNS = (*REQUIRED, "comment", "by", "when", "proposed")
CONFIRMED = "ok"
"""Written in place of points: those that the grader proposes."""
TAKEN_BACK = "auto"
"""Written in place of points: none by hand any more."""
MAX_COMMENT = 500
"""Characters of a comment."""
MAX_GIVEN = 100
"""Characters of who gave the points, and of when."""
MAX_PROBLEM = 1000
"""Characters of a message."""
MAX_HINTS = 20
"""Problems with a hint: to look for a similar name among thousands takes time."""

MarksByStudent = dict[str, dict[str, ManualMark | None]]
"""By submission id, then by the id of the line or check; None takes back points that were given earlier."""


def parse_manual(
    data: bytes, source: str, results: Mapping[str, Result], not_graded: Iterable[NotGraded] = ()
) -> MarksByStudent:
    """
    Return the marks in the CSV file `data`, for `results` by submission id; UserError with one line per problem.

    `source` names the file in messages. A row names its student by id, or by name when only one student has it. A row
    without points and comment is skipped: it is not filled in yet. Students in `not_graded` cannot be marked. The
    column ``line`` holds the id of a line or a check; points that the grader gave are changed only with a comment.
    """
    names: dict[str, list[str]] = {}
    for key, result in results.items():
        student = result.submission.student
        for name in {_normalized(name) for name in (key, student, former_id(student, key))}:
            names.setdefault(name, []).append(key)
    without_result = frozenset(_normalized(name) for one in not_graded for name in (one.id, one.student))
    parser = _Parser(source=source, results=results, names=names, without_result=without_result)
    try:
        rows = table_rows(data)
        columns = parser.read_header(next(rows, Row(1, [])))
        for row in rows if columns else ():
            parser.add_row(row, columns)
        parser.refuse_overlaps()
    except ValueError as error:
        raise UserError(f"{source}: {error}") from None
    if parser.problems:
        raise UserError("\n".join(problem.text for problem in sorted(parser.problems, key=lambda each: each.row)))
    return parser.marks


class _Problem(NamedTuple):
    """What is wrong with one row of the file."""

    row: int
    text: str


class _Given(NamedTuple):
    """What a row says about the points."""

    mark: ManualMark | None
    """None takes back what was given earlier."""


@dataclass(slots=True, kw_only=True)
class _Parser:
    """The rows read so far: marks and problems."""

    source: str
    results: Mapping[str, Result]
    names: Mapping[str, list[str]]
    """Ids of the students with this name, or with this id in another form or an earlier version."""
    without_result: frozenset[str]
    """Ids and names of students who have no result."""
    marks: MarksByStudent = field(default_factory=dict)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    """The row of each mark, by student and id."""
    problems: list[_Problem] = field(default_factory=list)

    def read_header(self, header: Row) -> list[str]:
        """Return the names of the columns; none when a column is missing."""
        number, names = header.number, [cell.strip().lower() for cell in header.cells]
        for name in names:
            if name not in COLUMNS:
                self._problem(number, f"unknown column {quoted(name)}", self._nearest(name, COLUMNS))
        for name in COLUMNS:
            if names.count(name) > 1:
                self._problem(number, f"column {name} is there twice")
        missing = [name for name in REQUIRED if name not in names]
        if missing:
            self._problem(number, f"no column {', '.join(missing)}; the first line is {FIRST_LINE}")
        return [] if missing else names

    def add_row(self, row: Row, columns: list[str]) -> None:
        """Add the mark of one row, or a problem."""
        number = row.number
        cells = {name: cell.strip() for name, cell in zip(columns, row.cells, strict=False)}
        if len(row.cells) != len(cells):
            self._problem(number, "more cells than columns; put quotes around a comment that has commas in it")
            return
        if not cells.get("points") and not cells.get("comment"):
            return
        student = self._student(number, cells["student"])
        item = None if student is None else self._item(number, student, cells.get("line", ""))
        given = self._given(number, cells, item)
        if student is None or item is None or given is None:
            return
        if item.id in self.marks.setdefault(student, {}):
            self._problem(number, f"{quoted(student)} already has points for {item.id}")
            return
        self.marks[student][item.id] = given.mark
        self.numbers[student, item.id] = number

    def refuse_overlaps(self) -> None:
        """Add a problem for every line that would have points of its own and points on a check."""
        for student, marks in self.marks.items():
            for overlap in overlaps(self.results[student], marks):
                numbers = [self.numbers.get((student, name), 0) for name in overlap]
                self._problem(max(numbers), f"{quoted(student)}: {overlap.text}")

    def _student(self, number: int, name: str) -> str | None:
        # The gradebook writes an apostrophe before an id that a spreadsheet would run as a formula.
        for known in (name, name.removeprefix("'")):
            if known in self.results:
                return known
        same = self.names.get(_normalized(name), [])
        if len(same) == 1:
            return same[0]
        if same:
            self._problem(number, f"{len(same)} students are called {quoted(name)}; write the id: {', '.join(same)}")
        elif _normalized(name) in self.without_result:
            self._problem(number, f"{quoted(name)} was not graded; grade the submission first, or take the row out")
        else:
            self._problem(number, f"unknown student {quoted(name)}", self._nearest(name, [*self.results, *self.names]))
        return None

    def _item(self, number: int, student: str, name: str) -> Item | None:
        items = items_by_id(self._criteria(self.results[student]))
        if name not in items:
            self._problem(number, f"unknown line {quoted(name)}", self._nearest(name, items))
        return items.get(name)

    def _criteria(self, result: Result) -> tuple[CriterionResult, ...]:
        # A result with a harness fault may have no criteria. Then those of another result under the same rubric are
        # used, so that one fault of the grader does not refuse the marks of a whole class.
        same = (other for other in self.results.values() if other.rubric.sha256 == result.rubric.sha256)
        return result.criteria or next((other.criteria for other in same if other.criteria), ())

    def _given(self, number: int, cells: Mapping[str, str], item: Item | None) -> _Given | None:
        """Return the mark of a row; None when there is a problem, or no `item` to give it to."""
        text = cells.get("points", "")
        if text.lower() == TAKEN_BACK:
            return _Given(None)
        if text.lower() == CONFIRMED:
            points = self._proposed(number, cells.get("proposed", ""), item)
        else:
            points = self._points(number, text, item)
        if points is None or item is None:
            return None
        mark = ManualMark(
            points=points,
            comment=cell_text(cells.get("comment", ""), MAX_COMMENT),
            by=cell_text(cells.get("by", ""), MAX_GIVEN),
            when=cell_text(cells.get("when", ""), MAX_GIVEN),
        )
        if problem := refusal(item, mark):
            self._problem(number, problem)
            return None
        return _Given(mark)

    def _points(self, number: int, text: str, item: Item | None) -> Decimal | None:
        if (problem := points_problem(text)) is None:
            return Decimal(text)
        proposed = _proposed_points(item)
        hint = (
            f"; write {CONFIRMED} for the proposed {decimal_text(proposed)}"
            if not text and proposed is not None
            else ""
        )
        self._problem(number, problem, hint)
        return None

    def _proposed(self, number: int, seen: str, item: Item | None) -> Decimal | None:
        """Return the proposed points, if they are those that the person has `seen`; an empty text tells nothing."""
        if item is None:
            return None
        proposed = _proposed_points(item)
        if proposed is None:
            self._problem(number, f"no points are proposed for {item.id}; write a number")
        elif seen and (points_problem(seen) or Decimal(seen) != proposed):
            text = f"the proposal for {item.id} is {decimal_text(proposed)} now, not {sanitize(seen, 40)}"
            self._problem(number, f"{text}; look at it again")
        else:
            return proposed
        return None

    def _nearest(self, name: str, known: Iterable[str]) -> str:
        if len(self.problems) >= MAX_HINTS:
            return ""
        close = difflib.get_close_matches(name, list(dict.fromkeys(known)), n=1)
        return f"; did you mean {quoted(close[0])}?" if close else ""

    def _problem(self, number: int, problem: str, hint: str = "") -> None:
        self.problems.append(_Problem(number, sanitize(f"{self.source}:{number}: {problem}{hint}", MAX_PROBLEM)))


def _proposed_points(item: Item | None) -> Decimal | None:
    return item.proposed if isinstance(item, CriterionResult) else None


def _normalized(name: str) -> str:
    # Unicode writes an accented letter as one character or as two, and has many kinds of spaces.
    return " ".join(unicodedata.normalize("NFC", name).split())
