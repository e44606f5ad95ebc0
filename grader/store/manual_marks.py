"""The points a person gives, read from a CSV file: every problem named at once, nothing guessed."""

from __future__ import annotations

import csv
import difflib
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from grader.errors import UserError
from grader.model.class_row import NotGraded
from grader.model.result import CriterionResult, ManualMark, Result
from grader.model.sanitize import sanitize
from grader.reports.text.number_text import decimal_text

LARGEST = 1024 * 1024
NEEDED = ("student", "line", "points")
COLUMNS = (*NEEDED, "comment")
COMMENT_SHOWN = 500
PROBLEM_SHOWN = 1000
NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]+)?", re.ASCII)
DECIMALS = 2
HINTS = 20

CellSpelling = dict[str, dict[str, ManualMark]]


def parse_manual(
    data: bytes, source: str, results: Mapping[str, Result], not_graded: Iterable[NotGraded] = ()
) -> CellSpelling:
    """
    Return the marks by submission id and line id; UserError with one line per problem.

    A student is named by id, or by the name shown where only one has it. A row with neither points nor comment is
    one that nobody has filled in yet.
    """
    names: dict[str, list[str]] = {}
    for key, result in results.items():
        names.setdefault(_folded(result.submission.student), []).append(key)
    absent = frozenset(_folded(name) for one in not_graded for name in (one.id, one.student))
    reading = _Reading(source=source, results=results, names=names, absent=absent)
    try:
        rows = _rows(data)
        header = next(rows, (1, []))
        columns = reading.columns(*header)
        for number, cells in rows if columns else ():
            reading.row(number, {name: cell.strip() for name, cell in zip(columns, cells, strict=False)}, cells)
    except ValueError as error:
        raise UserError(f"{source}: {error}") from None
    if reading.problems:
        raise UserError("\n".join(reading.problems))
    return reading.marks


def _rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold anything, each with the number of its first line."""
    if len(data) > LARGEST:
        raise ValueError(f"larger than {LARGEST // 1024 // 1024} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text; save it as CSV UTF-8") from None
    first = text.partition("\n")[0]
    # Where the comma is the decimal mark, spreadsheets part the columns by semicolons.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True)
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num}: not CSV ({error})") from None


@dataclass(slots=True, kw_only=True)
class _Reading:
    """The file so far: marks taken and problems found."""

    source: str
    results: Mapping[str, Result]
    names: Mapping[str, list[str]]
    """Ids by the name shown."""
    absent: frozenset[str]
    """Names of students who have no result."""
    marks: CellSpelling = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def columns(self, number: int, cells: list[str]) -> list[str]:
        """Return the columns' names, or nothing when they cannot be told."""
        names = [cell.strip().lower() for cell in cells]
        for name in names:
            if name not in COLUMNS:
                self._problem(number, f"unknown column {_quoted(name)}", self._nearest(name, COLUMNS))
        for name in COLUMNS:
            if names.count(name) > 1:
                self._problem(number, f"column {name} is there twice")
        missing = [name for name in NEEDED if name not in names]
        if missing:
            self._problem(number, f"no column {', '.join(missing)}; the first line is {','.join(COLUMNS)}")
        return [] if missing else names

    def row(self, number: int, cells: Mapping[str, str], written: list[str]) -> None:
        """Take one row, or say what is wrong with it."""
        if len(written) != len(cells):
            self._problem(number, "more cells than columns; put quotes around a comment that has commas in it")
            return
        if not cells.get("points") and not cells.get("comment"):
            return
        student = self._student(number, cells["student"])
        line = None if student is None else self._line(number, student, cells.get("line", ""))
        points = self._points(number, cells.get("points", ""), line)
        if student is None or line is None or points is None:
            return
        if line.id in self.marks.setdefault(student, {}):
            self._problem(number, f"{_quoted(student)} already has points for {line.id}")
            return
        self.marks[student][line.id] = ManualMark(
            points=points, comment=sanitize(cells.get("comment", ""), COMMENT_SHOWN)
        )

    def _student(self, number: int, name: str) -> str | None:
        # The gradebook puts an apostrophe before an id that a spreadsheet would take for a formula.
        for known in (name, name.removeprefix("'")):
            if known in self.results:
                return known
        same = self.names.get(_folded(name), [])
        if len(same) == 1:
            return same[0]
        if same:
            self._problem(number, f"{len(same)} students are called {_quoted(name)}; write the id: {', '.join(same)}")
        elif _folded(name) in self.absent:
            self._problem(number, f"{_quoted(name)} was not graded; grade the submission first, or take the row out")
        else:
            self._problem(number, f"unknown student {_quoted(name)}", self._nearest(name, [*self.results, *self.names]))
        return None

    def _line(self, number: int, student: str, name: str) -> CriterionResult | None:
        lines = self._lines(self.results[student])
        found = lines.get(name)
        by_hand = [line.id for line in lines.values() if line.by_hand]
        if found is None:
            self._problem(number, f"unknown line {_quoted(name)}", self._nearest(name, by_hand))
        elif not found.by_hand:
            known = ", ".join(by_hand) or "none"
            self._problem(number, f"line {name} is graded by checks, not by hand; lines by hand: {known}")
            return None
        return found

    def _lines(self, result: Result) -> Mapping[str, CriterionResult]:
        # A harness fault may have left no lines. Its row is read by the lines of the same rubric, so that one fault
        # of ours does not refuse the marks of a whole class; it takes effect once the submission is graded.
        same = (other for other in self.results.values() if other.rubric.sha256 == result.rubric.sha256)
        lines = result.criteria or next((other.criteria for other in same if other.criteria), ())
        return {line.id: line for line in lines}

    def _points(self, number: int, text: str, line: CriterionResult | None) -> Decimal | None:
        problem = _wrong_points(text)
        if problem is None and line is not None and Decimal(text) > line.points:
            problem = f"{text} points, but line {line.id} has {decimal_text(line.points)}"
        if problem is None:
            return Decimal(text)
        self._problem(number, problem)
        return None

    def _nearest(self, name: str, known: Iterable[str]) -> str:
        # Looking for a near name among thousands takes its time: a file that is wrong throughout gets a few hints.
        if len(self.problems) >= HINTS:
            return ""
        close = difflib.get_close_matches(name, list(dict.fromkeys(known)), n=1)
        return f"; did you mean {_quoted(close[0])}?" if close else ""

    def _problem(self, number: int, problem: str, nearest: str = "") -> None:
        self.problems.append(sanitize(f"{self.source}:{number}: {problem}{nearest}", PROBLEM_SHOWN))


def _wrong_points(text: str) -> str | None:
    if not text:
        return "a comment, but no points"
    if NUMBER.fullmatch(text) is None:
        if NUMBER.fullmatch(text.removeprefix("-")):
            return f"points must not be negative, got {text}"
        dotted = text.replace(",", ".")
        hint = f"; did you mean {dotted}?" if NUMBER.fullmatch(dotted) else ""
        return f"points must be a number, got {_quoted(text)}{hint}"
    if len(text.partition(".")[2]) > DECIMALS:
        return f"points have at most {DECIMALS} decimals, got {sanitize(text, 40)}"
    return None


def _quoted(text: str) -> str:
    return f'"{sanitize(text, 60)}"'


def _folded(name: str) -> str:
    # One name can be spelled with a letter and its accent, or with both as one character.
    return unicodedata.normalize("NFC", name).strip()
