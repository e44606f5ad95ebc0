"""Moodle: an assignment's "Upload grading worksheet"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from tests.platforms.importers.outcome import FeedbackChange, GradeChange, Ignored, Outcome, RefusedError
from tests.platforms.importers.php_csv import ENGLISH, PhpDialect, moodle_rows

LEADING_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
UNKNOWN_TIME = datetime.fromtimestamp(0, tz=timezone.utc)
"""What PHP makes of a date that it cannot read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodleStudent:
    """What Moodle holds about one participant of the assignment; without `graded_at` there is no grade record yet."""

    participant: str
    grade: Decimal | None = None
    feedback: str = ""
    graded_at: datetime | None = None
    locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodleWords:
    """The words of the site's language that the importer looks for."""

    participant: str = "Participant "
    identifier: str = "Identifier"
    grade: str = "Grade"
    modified: str = "Last modified (grade)"
    feedback: str = "Feedback comments"
    decimal_point: str = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodleAssignment:
    """An assignment before the upload."""

    maximum: Decimal
    students: tuple[MoodleStudent, ...]
    words: MoodleWords = MoodleWords()
    update_newer: bool = False
    """The box "allow updating records that have been modified more recently"."""


def import_moodle_worksheet(assignment: MoodleAssignment, upload: bytes, dialect: PhpDialect = ENGLISH) -> Outcome:
    """Return what this worksheet would do to `assignment`."""
    try:
        header, *rows = moodle_rows(upload, dialect)
        columns = _columns(header, assignment.words)
    except RefusedError as error:
        return Outcome(refused=str(error))
    reader = _Import(assignment, columns)
    for number, row in enumerate(rows, start=2):
        reader.take(number, row)
    return Outcome(grades=tuple(reader.grades), feedback=tuple(reader.feedback), ignored=tuple(reader.ignored))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Columns:
    """Where the columns stand that the importer reads."""

    identifier: int
    grade: int
    modified: int
    feedback: int | None


def _columns(header: Sequence[str], words: MoodleWords) -> _Columns:
    """Find the columns by their exact names; of two with one name the last."""
    at = {name: index for index, name in enumerate(header)}
    missing = [name for name in (words.identifier, words.grade, words.modified) if name not in at]
    if missing:
        raise RefusedError(f"no column {missing[0]}")
    feedback = at.get(words.feedback)
    return _Columns(
        identifier=at[words.identifier], grade=at[words.grade], modified=at[words.modified], feedback=feedback
    )


class _Import:
    """One worksheet being read."""

    def __init__(self, assignment: MoodleAssignment, columns: _Columns) -> None:
        self._assignment = assignment
        self._columns = columns
        self._students = {student.participant: student for student in assignment.students}
        self.grades: list[GradeChange] = []
        self.feedback: list[FeedbackChange] = []
        self.ignored: list[Ignored] = []

    def take(self, number: int, row: Sequence[str]) -> None:
        participant = row[self._columns.identifier][len(self._assignment.words.participant) :]
        student = self._students.get(participant)
        if student is None:
            self.ignored.append(Ignored(where=f"row {number}", reason="not a participant"))
            return
        stale = self._is_stale(student, row[self._columns.modified])
        grade = php_float(row[self._columns.grade], self._assignment.words.decimal_point)
        if reason := self._reason_to_skip(student, grade, stale=stale):
            self.ignored.append(Ignored(where=participant, reason=reason))
        else:
            before = "" if student.grade is None else str(student.grade)
            self.grades.append(GradeChange(student=participant, column="Grade", before=before, after=str(grade)))
        if self._columns.feedback is not None and not stale:
            text = row[self._columns.feedback]
            if text != student.feedback:
                self.feedback.append(FeedbackChange(student=participant, before=student.feedback, after=text))

    def _is_stale(self, student: MoodleStudent, modified: str) -> bool:
        if student.graded_at is None or self._assignment.update_newer:
            return False
        return student.graded_at > php_time(modified) + timedelta(seconds=60)

    def _reason_to_skip(self, student: MoodleStudent, grade: Decimal | None, *, stale: bool) -> str:
        if student.graded_at is not None and grade == student.grade:
            return "unchanged"
        if grade is None or grade < 0:
            return "no grade"
        if stale:
            return "changed in Moodle after the worksheet was made"
        if student.locked:
            return "locked"
        return "above the maximum" if grade > self._assignment.maximum else ""


def php_float(text: str, decimal_point: str) -> Decimal | None:
    """Read a number leniently: spaces go, the rest behind the number is cut off, and a text that is no number is 0."""
    text = text.replace(" ", "").replace(decimal_point, ".")
    if not text:
        return None
    number = LEADING_NUMBER.match(text)
    return Decimal(number.group()) if number else Decimal(0)


def php_time(text: str) -> datetime:
    """Read an English date as Moodle writes it; anything else is the year 1970."""
    try:
        return datetime.strptime(text, "%A, %d %B %Y, %I:%M %p").replace(tzinfo=timezone.utc)
    except ValueError:
        return UNKNOWN_TIME
