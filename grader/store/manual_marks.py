"""The points a person gives, read from a CSV file; all problems of the file are reported at once."""

from __future__ import annotations

import csv
import difflib
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from grader.errors import UserError
from grader.model.class_row import NotGraded
from grader.model.result import CriterionResult, ManualMark, Result
from grader.model.sanitize import sanitize
from grader.reports.text.number_text import decimal_text

MAX_FILE_BYTES = 1024 * 1024
REQUIRED = ("student", "line", "points")
COLUMNS = (*REQUIRED, "comment")
MAX_COMMENT = 500
"""Characters of a comment."""
MAX_PROBLEM = 1000
"""Characters of a message."""
NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]+)?", re.ASCII)
MAX_DECIMALS = 2
MAX_HINTS = 20
"""Problems with a hint: to look for a similar name among thousands takes time."""

MarksByStudent = dict[str, dict[str, ManualMark]]
"""By submission id, then by the id of the rubric line."""


def parse_manual(
    data: bytes, source: str, results: Mapping[str, Result], not_graded: Iterable[NotGraded] = ()
) -> MarksByStudent:
    """
    Return the marks in the CSV file `data`, for `results` by submission id; UserError with one line per problem.

    `source` names the file in messages. A row names its student by id, or by name when only one student has it. A row
    without points and comment is skipped: it is not filled in yet. Students in `not_graded` cannot be marked.
    """
    names: dict[str, list[str]] = {}
    for key, result in results.items():
        names.setdefault(_normalized(result.submission.student), []).append(key)
    without_result = frozenset(_normalized(name) for one in not_graded for name in (one.id, one.student))
    parser = _Parser(source=source, results=results, names=names, without_result=without_result)
    try:
        rows = _rows(data)
        columns = parser.read_header(next(rows, _Row(1, [])))
        for row in rows if columns else ():
            parser.add_row(row, columns)
    except ValueError as error:
        raise UserError(f"{source}: {error}") from None
    if parser.problems:
        raise UserError("\n".join(parser.problems))
    return parser.marks


class _Row(NamedTuple):
    """A row of the file."""

    number: int
    """The number of its first line, from 1."""
    cells: list[str]


def _rows(data: bytes) -> Iterator[_Row]:
    """Yield the rows that are not blank; ValueError when `data` is no CSV file."""
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text; save it as CSV UTF-8") from None
    first = text.partition("\n")[0]
    # If the decimal mark is a comma, spreadsheets separate columns by semicolons.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True)
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _Row(start, cells)
            start = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num}: not CSV ({error})") from None


@dataclass(slots=True, kw_only=True)
class _Parser:
    """The rows read so far: marks and problems."""

    source: str
    results: Mapping[str, Result]
    names: Mapping[str, list[str]]
    """Ids of the students with this name."""
    without_result: frozenset[str]
    """Ids and names of students who have no result."""
    marks: MarksByStudent = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def read_header(self, header: _Row) -> list[str]:
        """Return the names of the columns; none when a column is missing."""
        number, names = header.number, [cell.strip().lower() for cell in header.cells]
        for name in names:
            if name not in COLUMNS:
                self._problem(number, f"unknown column {_quoted(name)}", self._nearest(name, COLUMNS))
        for name in COLUMNS:
            if names.count(name) > 1:
                self._problem(number, f"column {name} is there twice")
        missing = [name for name in REQUIRED if name not in names]
        if missing:
            self._problem(number, f"no column {', '.join(missing)}; the first line is {','.join(COLUMNS)}")
        return [] if missing else names

    def add_row(self, row: _Row, columns: list[str]) -> None:
        """Add the mark of one row, or a problem."""
        number = row.number
        cells = {name: cell.strip() for name, cell in zip(columns, row.cells, strict=False)}
        if len(row.cells) != len(cells):
            self._problem(number, "more cells than columns; put quotes around a comment that has commas in it")
            return
        if not cells.get("points") and not cells.get("comment"):
            return
        student = self._student(number, cells["student"])
        criterion = None if student is None else self._criterion(number, student, cells.get("line", ""))
        points = self._points(number, cells.get("points", ""), criterion)
        if student is None or criterion is None or points is None:
            return
        if criterion.id in self.marks.setdefault(student, {}):
            self._problem(number, f"{_quoted(student)} already has points for {criterion.id}")
            return
        self.marks[student][criterion.id] = ManualMark(
            points=points, comment=sanitize(cells.get("comment", ""), MAX_COMMENT)
        )

    def _student(self, number: int, name: str) -> str | None:
        # The gradebook writes an apostrophe before an id that a spreadsheet would run as a formula.
        for known in (name, name.removeprefix("'")):
            if known in self.results:
                return known
        same = self.names.get(_normalized(name), [])
        if len(same) == 1:
            return same[0]
        if same:
            self._problem(number, f"{len(same)} students are called {_quoted(name)}; write the id: {', '.join(same)}")
        elif _normalized(name) in self.without_result:
            self._problem(number, f"{_quoted(name)} was not graded; grade the submission first, or take the row out")
        else:
            self._problem(number, f"unknown student {_quoted(name)}", self._nearest(name, [*self.results, *self.names]))
        return None

    def _criterion(self, number: int, student: str, name: str) -> CriterionResult | None:
        criteria = self._criteria(self.results[student])
        found = criteria.get(name)
        by_hand = [criterion.id for criterion in criteria.values() if criterion.by_hand]
        if found is None:
            self._problem(number, f"unknown line {_quoted(name)}", self._nearest(name, by_hand))
        elif not found.by_hand:
            known = ", ".join(by_hand) or "none"
            self._problem(number, f"line {name} is graded by checks, not by hand; lines by hand: {known}")
            return None
        return found

    def _criteria(self, result: Result) -> Mapping[str, CriterionResult]:
        # A result with a harness fault may have no criteria. Then those of another result under the same rubric are
        # used, so that one fault of the grader does not refuse the marks of a whole class.
        same = (other for other in self.results.values() if other.rubric.sha256 == result.rubric.sha256)
        criteria = result.criteria or next((other.criteria for other in same if other.criteria), ())
        return {criterion.id: criterion for criterion in criteria}

    def _points(self, number: int, text: str, criterion: CriterionResult | None) -> Decimal | None:
        problem = _points_problem(text)
        if problem is None and criterion is not None and Decimal(text) > criterion.points:
            problem = f"{text} points, but line {criterion.id} has {decimal_text(criterion.points)}"
        if problem is None:
            return Decimal(text)
        self._problem(number, problem)
        return None

    def _nearest(self, name: str, known: Iterable[str]) -> str:
        if len(self.problems) >= MAX_HINTS:
            return ""
        close = difflib.get_close_matches(name, list(dict.fromkeys(known)), n=1)
        return f"; did you mean {_quoted(close[0])}?" if close else ""

    def _problem(self, number: int, problem: str, nearest: str = "") -> None:
        self.problems.append(sanitize(f"{self.source}:{number}: {problem}{nearest}", MAX_PROBLEM))


def _points_problem(text: str) -> str | None:
    """Return what is wrong with `text` as a number of points; None when nothing is."""
    if not text:
        return "a comment, but no points"
    if NUMBER.fullmatch(text) is None:
        if NUMBER.fullmatch(text.removeprefix("-")):
            return f"points must not be negative, got {text}"
        dotted = text.replace(",", ".")
        hint = f"; did you mean {dotted}?" if NUMBER.fullmatch(dotted) else ""
        return f"points must be a number, got {_quoted(text)}{hint}"
    if len(text.partition(".")[2]) > MAX_DECIMALS:
        return f"points have at most {MAX_DECIMALS} decimals, got {sanitize(text, 40)}"
    return None


def _quoted(text: str) -> str:
    return f'"{sanitize(text, 60)}"'


def _normalized(name: str) -> str:
    # Unicode writes an accented letter as one character or as two, and has many kinds of spaces.
    return " ".join(unicodedata.normalize("NFC", name).split())
