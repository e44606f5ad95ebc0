"""Blackboard Learn: Grade Center, Work Offline, Upload."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from tests.platforms.importers.outcome import FeedbackChange, GradeChange, Ignored, Outcome, RefusedError

COLUMN_ID = re.compile(r".*\|\s*(\d+)\s*", re.DOTALL)
ABOUT_THE_STUDENT = {
    "Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability", "Child Course ID",
}  # fmt: skip
COMMENTS = {"Grading Notes", "Notes Format", "Feedback to Learner", "Feedback Format"}
MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackboardCourse:
    """A Grade Center before the upload: grades and feedback by user name and column id."""

    usernames: frozenset[str]
    columns: frozenset[str]
    grades: Mapping[tuple[str, str], str]
    feedback: Mapping[tuple[str, str], str]


def import_blackboard_grades(course: BlackboardCourse, upload: bytes) -> Outcome:
    """Return what this file would do to the Grade Center."""
    try:
        header, *rows = _rows(upload)
    except RefusedError as error:
        return Outcome(refused=str(error))
    reader = _Import(course, header)
    for number, row in enumerate(rows, start=2):
        reader.take(number, row)
    return Outcome(
        grades=tuple(reader.grades),
        feedback=tuple(reader.feedback),
        ignored=tuple(reader.ignored),
        new_columns=reader.new_columns,
    )


class _Import:
    """One file being read. A column without the id of one of the course becomes a new text column."""

    def __init__(self, course: BlackboardCourse, header: Sequence[str]) -> None:
        self._course = course
        self._header = header
        self._ids = {at: found[1] for at, name in enumerate(header) if (found := COLUMN_ID.fullmatch(name))}
        known = ABOUT_THE_STUDENT | COMMENTS
        self.new_columns = tuple(
            name for at, name in enumerate(header) if name not in known and self._ids.get(at, "") not in course.columns
        )
        self.grades: list[GradeChange] = []
        self.feedback: list[FeedbackChange] = []
        self.ignored: list[Ignored] = []

    def take(self, number: int, row: Sequence[str]) -> None:
        if len(row) != len(self._header):
            self.ignored.append(Ignored(where=f"row {number}", reason="another number of fields than the header"))
            return
        username = row[self._header.index("Username")]
        if username not in self._course.usernames:
            self.ignored.append(Ignored(where=f"row {number}", reason="not enrolled"))
            return
        for at, column in self._ids.items():
            before = self._course.grades.get((username, column), "")
            if column in self._course.columns and not _same(before, row[at]):
                self.grades.append(GradeChange(student=username, column=column, before=before, after=row[at]))
        self._take_feedback(username, row)

    def _take_feedback(self, username: str, row: Sequence[str]) -> None:
        """Take the columns of comments: they belong to the one grade column of such a file."""
        if "Feedback to Learner" not in self._header or len(self._ids) != 1:
            return
        (column,) = self._ids.values()
        before = self._course.feedback.get((username, column), "")
        after = row[self._header.index("Feedback to Learner")]
        if before != after:
            self.feedback.append(FeedbackChange(student=username, before=before, after=after))


def _rows(upload: bytes) -> list[list[str]]:
    """Read with the delimiter "Auto": a tab in the header decides."""
    encoding = next((encoding for mark, encoding in MARKS if upload.startswith(mark)), "utf-8")
    try:
        text = upload.decode(encoding)
    except UnicodeDecodeError as error:
        raise RefusedError("not Unicode") from error
    delimiter = "\t" if "\t" in text.split("\n", 1)[0] else ","
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    if not rows or "Username" not in rows[0]:
        raise RefusedError("no column Username")
    return rows


def _same(before: str, after: str) -> bool:
    try:
        return before == after or Decimal(before) == Decimal(after)
    except InvalidOperation:
        return False
