"""The files that platforms give an instructor, written from what they know before."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tests.platforms.importers.blackboard_grades import BlackboardCourse
from tests.platforms.importers.canvas_gradebook import CanvasCourse
from tests.platforms.importers.moodle_gradebook import MoodleGrade, MoodleItem
from tests.platforms.importers.moodle_worksheet import MoodleAssignment, MoodleStudent
from tests.platforms.importers.php_csv import PhpDialect, php_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How a table becomes a file."""

    delimiter: str = ","
    line_end: str = "\n"
    encoding: str = "utf-8"


PLAIN = Written()


def canvas_file(course: CanvasCourse, written: Written = PLAIN) -> bytes:
    """Return the gradebook as Canvas exports it."""
    titles = [f"{one.title} ({one.id})" for one in course.assignments]
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *titles, "Current Score"]
    full = [str(one.points_possible) for one in course.assignments]
    rows = [
        [
            *(one.sortable_name, str(one.id), one.sis_user_id, one.login, "AI-1"),
            *(course.scores.get((one.id, assignment.id), "") for assignment in course.assignments),
            "50",
        ]
        for one in course.students
    ]
    posting = ["", "", "", "", "", *("Manual Posting" for _ in titles), ""]
    return _table([header, posting, ["    Points Possible", "", "", "", "", *full, "(read only)"], *rows], written)


def worksheet_file(assignment: MoodleAssignment, names: Sequence[str], texts: Sequence[str]) -> bytes:
    """Return the grading worksheet as Moodle writes it, with the students' names and what they handed in as text."""
    words = assignment.words
    header = [
        *(words.identifier, "Full name", "Online text", words.grade, "Maximum grade", "Grade can be changed"),
        *(words.modified, words.feedback),
    ]
    rows = [
        [
            *(f"{words.participant}{one.participant}", name, text),
            *("" if one.grade is None else f"{one.grade:.2f}", f"{assignment.maximum:.2f}"),
            *("No" if one.locked else "Yes", _last_change(one), one.feedback),
        ]
        for one, name, text in zip(assignment.students, names, texts, strict=True)
    ]
    return _moodle([header, *rows])


def gradebook_file(item: MoodleItem, texts: Sequence[str]) -> bytes:
    """Return Moodle's export of the gradebook as a text file, with what the students chose for their institution."""
    grades = [item.grades.get(one.id, MoodleGrade()) for one in item.users]
    header = ["Institution", "ID number", "Email address", "Assignment: Lab (Real)", "Assignment: Lab (Feedback)"]
    rows = [
        [text, user.idnumber, user.email, "-" if one.grade is None else f"{one.grade:.2f}", one.feedback]
        for user, text, one in zip(item.users, texts, grades, strict=True)
    ]
    return _moodle([header, *rows])


def blackboard_file(course: BlackboardCourse, names: Sequence[str], written: Written) -> bytes:
    """Return the columns of the Grade Center as Blackboard writes them to work offline."""
    columns = sorted(course.columns)
    header = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    rows = [
        [name, "x", login, "", "", "Yes", *(course.grades.get((login, column), "") for column in columns)]
        for login, name in zip(sorted(course.usernames), names, strict=True)
    ]
    table = [[*header, *(f"Lab {column} [Total Pts: 20 Score] |{column}" for column in columns)], *rows]
    return _table(table, written, quoting=csv.QUOTE_ALL)


def _table(rows: Sequence[Sequence[str]], written: Written, quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO()
    csv.writer(
        text,
        delimiter=written.delimiter,
        lineterminator=written.line_end,
        quoting=quoting,  # type: ignore[arg-type]
    ).writerows(rows)
    return text.getvalue().encode(written.encoding)


def _moodle(rows: Sequence[Sequence[str]]) -> bytes:
    return "".join(php_line(row, PhpDialect()) for row in rows).encode("utf-8-sig")


def _last_change(student: MoodleStudent) -> str:
    return "-" if student.graded_at is None else moodle_date(student.graded_at)


def moodle_date(time: datetime) -> str:
    """Return a time as an English site shows it."""
    return f"{time:%A}, {time.day} {time:%B %Y}, {time:%I:%M %p}"
