"""Canvas: Grades, Import."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from tests.platforms.importers.outcome import GradeChange, Ignored, Outcome, RefusedError
from tests.platforms.importers.ruby_csv import ruby_rows

Row = Sequence[str | None]

NUMBER = re.compile(r"-?[0-9.,]+%?")
WITH_ID = re.compile(r"(.*)\s\((\d+)\)", re.ASCII)
NOT_AN_ASSIGNMENT = re.compile(
    "|".join(f"{kind} {value}" for kind in ("Current", "Final") for value in ("Score", "Points", "Grade"))
    + "|Override Score|Override Grade|Override Status"
)
NO_STUDENT = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasStudent:
    """Somebody of the course."""

    id: int
    name: str
    sortable_name: str
    sis_user_id: str = ""
    login: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasAssignment:
    """A column of the gradebook."""

    id: int
    title: str
    points_possible: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasCourse:
    """What Canvas knows before the upload; a score by student and assignment, EX for an excused student."""

    students: tuple[CanvasStudent, ...]
    assignments: tuple[CanvasAssignment, ...]
    scores: Mapping[tuple[int, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """A header that Canvas reads as an assignment."""

    at: int
    header: str
    assignment: CanvasAssignment | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """Where the columns stand."""

    sis_user_id: int | None
    login: int | None
    columns: tuple[_Column, ...]


def import_canvas_gradebook(course: CanvasCourse, upload: bytes) -> Outcome:
    """Return what this file would do to the gradebook of `course`."""
    try:
        rows = _read(upload)
        layout = _layout(course, rows[0] if rows else [])
    except RefusedError as error:
        return Outcome(refused=str(error))
    return _Import(course, layout).take(rows[1:])


class _Import:
    """One upload being read row by row."""

    def __init__(self, course: CanvasCourse, layout: _Layout) -> None:
        self._course = course
        self._layout = layout
        self._read_only: set[int] = set()
        self._after: dict[tuple[int, int], str] = {}
        self._ignored: list[Ignored] = []
        self._new_students: list[str] = []
        self._other: list[str] = []

    def take(self, rows: Sequence[Row]) -> Outcome:
        for number, row in enumerate(rows, start=2):
            self._take_row(number, row)
        return Outcome(
            grades=tuple(self._changes()),
            ignored=tuple(self._ignored),
            new_columns=tuple(column.header for column in self._layout.columns if column.assignment is None),
            new_students=tuple(self._new_students),
            other_changes=tuple(self._other),
        )

    def _take_row(self, number: int, row: Row) -> None:
        if "Points Possible" in (_cell(row, 0) or ""):
            self._take_points_possible(row)
        elif all(NO_STUDENT.fullmatch(cell) for cell in row if cell is not None):
            self._ignored.append(Ignored(where=f"row {number}", reason="no student: blank or a row on posting"))
        elif (student := _student(self._course, self._layout, row)) is None:
            self._new_students.append(_cell(row, 0) or "")
        else:
            for column in self._layout.columns:
                if column.assignment is not None:
                    self._after[student.id, column.assignment.id] = (_cell(row, column.at) or "").strip()

    def _take_points_possible(self, row: Row) -> None:
        for column in self._layout.columns:
            cell = _cell(row, column.at)
            if cell is None or column.assignment is None:
                continue
            if re.search(r"read\s+only", cell):
                self._read_only.add(column.assignment.id)
            elif _number(cell) != column.assignment.points_possible:
                self._other.append(f"points possible of {column.assignment.id} become {cell}")

    def _changes(self) -> list[GradeChange]:
        changes = []
        for (student, assignment), after in self._after.items():
            before = self._course.scores.get((student, assignment), "")
            if assignment in self._read_only or _same(before, after):
                continue
            kept = "" if after == "-" else after
            changes.append(GradeChange(student=str(student), column=str(assignment), before=before, after=kept))
        return changes


def _read(upload: bytes) -> list[list[str | None]]:
    try:
        text = upload.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError("not UTF-8") from error
    rows = ruby_rows(text, _delimiter(text))
    return [[_decimal_point(cell) for cell in row] for row in rows if row and not _is_skipped(row)]


def _is_skipped(row: Row) -> bool:
    return all(cell is None or not cell.strip(" ;,") for cell in row)


def _delimiter(text: str) -> str:
    """Return the separator that gives the same number of fields in the first three physical lines."""
    lines = re.findall("[^\n]*\n|[^\n]+", text)[:3]
    widths = {sign: _even_width(lines, sign) for sign in ";,"}
    return ";" if widths[";"] > widths[","] else ","


def _even_width(lines: Sequence[str], sign: str) -> int:
    try:
        widths = {len(row) for line in lines for row in ruby_rows(line, sign)}
    except RefusedError:
        return 0
    return widths.pop() if len(widths) == 1 else 0


def _decimal_point(cell: str | None) -> str | None:
    """Read the last comma or point of a number as its decimal point."""
    if cell is None or not NUMBER.fullmatch(cell):
        return cell
    *whole, last = re.split("[,.]", cell)
    return f"{''.join(whole)}.{last}" if whole else last


def _layout(course: CanvasCourse, header: Row) -> _Layout:
    if len(header) <= 3 or "Student" not in (header[0] or "") or "ID" not in (header[1] or ""):
        raise RefusedError("invalid header row")
    names = [name or "" for name in header]
    at = 2
    sis_user_id = login = None
    if "SIS Login ID" in names[2]:
        login, at = 2, 3
    elif "SIS User ID" in names[2] and "SIS Login ID" in names[3]:
        sis_user_id, login, at = 2, 3, 4
        at += "Integration ID" in names[at]
        at += "Root Account" in names[at]
    if "Section" not in names[at]:
        raise RefusedError("invalid header row: no Section")
    assignments = [name for name in names[at + 1 :] if not NOT_AN_ASSIGNMENT.search(name)]
    columns = (_Column(at=names.index(name), header=name, assignment=_assignment(course, name)) for name in assignments)
    return _Layout(sis_user_id=sis_user_id, login=login, columns=tuple(columns))


def _assignment(course: CanvasCourse, header: str) -> CanvasAssignment | None:
    with_id = WITH_ID.fullmatch(header)
    for assignment in course.assignments:
        if with_id and assignment.id == int(with_id[2]):
            return assignment
    return next((assignment for assignment in course.assignments if assignment.title == header), None)


def _student(course: CanvasCourse, layout: _Layout, row: Row) -> CanvasStudent | None:
    """Find a student by id, then SIS id, then login, then exact name."""
    leading = re.match(r"\s*\d+", _cell(row, 1) or "")
    wanted = (
        ("id", int(leading.group()) if leading else None),
        ("sis_user_id", _cell(row, layout.sis_user_id)),
        ("login", _cell(row, layout.login)),
        ("name", _cell(row, 0)),
        ("sortable_name", _cell(row, 0)),
    )
    for field, value in wanted:
        for student in course.students:
            if value and getattr(student, field) == value:
                return student
    return None


def _cell(row: Row, at: int | None) -> str | None:
    return row[at] if at is not None and at < len(row) else None


def _same(before: str, after: str) -> bool:
    """Compare as Canvas does: at two decimals; blank and a dash are no score; EX in any case."""
    if before == after or {before or "-", after or "-"} == {"-"}:
        return True
    if "EX" in {before.upper(), after.upper()}:
        return before.upper() == after.upper()
    one, other = _number(before), _number(after)
    return one is not None and other is not None and _cents(one) == _cents(other)


def _cents(number: Decimal) -> Decimal:
    return number.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
