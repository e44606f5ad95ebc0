"""Moodle: gradebook, Import, CSV file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tests.platforms.importers.outcome import FeedbackChange, GradeChange, Outcome, RefusedError
from tests.platforms.importers.php_csv import ENGLISH, PhpDialect, moodle_rows

NUMERIC = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
LARGEST_GRADE = 100
"""Of a site that has not switched on "unlimited grades"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodleUser:
    """A user of the site."""

    id: int
    username: str
    email: str
    idnumber: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodleGrade:
    """What the gradebook holds for one user."""

    grade: Decimal | None = None
    feedback: str = ""
    locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodleItem:
    """A grade item before the upload, by user id."""

    maximum: Decimal
    users: tuple[MoodleUser, ...]
    grades: Mapping[int, MoodleGrade]
    decimal_point: str = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """What the instructor chooses on the page "Import preview"; a column left out is ignored."""

    user_column: str
    user_field: str
    grade_column: str
    feedback_column: str = ""


@dataclass(slots=True)
class _Buffer:
    """What is to be written for one user at the end; a refused import writes nothing."""

    grade: Decimal | None = None
    feedback: str | None = None


def import_moodle_gradebook(item: MoodleItem, mapped: Mapped, upload: bytes, dialect: PhpDialect = ENGLISH) -> Outcome:
    """Return what this file would do to `item`. One wrong row refuses the whole file."""
    try:
        header, *rows = moodle_rows(upload, dialect)
        buffered = _buffered(item, mapped, [name.strip() for name in header], rows)
    except RefusedError as error:
        return Outcome(refused=str(error))
    grades: list[GradeChange] = []
    feedback: list[FeedbackChange] = []
    for user, new in buffered.items():
        old = item.grades.get(user, MoodleGrade())
        bounded = None if new.grade is None else min(max(new.grade, Decimal(0)), item.maximum)
        if bounded != old.grade:
            grades.append(GradeChange(student=str(user), column="Grade", before=_text(old.grade), after=_text(bounded)))
        if new.feedback is not None and new.feedback != old.feedback:
            feedback.append(FeedbackChange(student=str(user), before=old.feedback, after=new.feedback))
    return Outcome(grades=tuple(grades), feedback=tuple(feedback))


def _buffered(
    item: MoodleItem, mapped: Mapped, header: Sequence[str], rows: Sequence[Sequence[str]]
) -> Mapping[int, _Buffer]:
    """Read all rows. A row without a user counts for the user of the row above: Moodle keeps the last one it found."""
    buffered: dict[int, _Buffer] = {}
    by_name = {getattr(user, mapped.user_field): user.id for user in item.users}
    user = None
    for row in rows:
        cells = dict(zip(header, (cell.strip() for cell in row), strict=True))
        if name := cells[mapped.user_column]:
            user = by_name.get(name)
        if user is None:
            raise RefusedError(f"no user {name!r}")
        if item.grades.get(user, MoodleGrade()).locked:
            raise RefusedError("a grade is locked")
        buffered[user] = _Buffer(grade=_grade(item, cells[mapped.grade_column]))
        if mapped.feedback_column:
            buffered[user].feedback = cells[mapped.feedback_column]
    return buffered


def _grade(item: MoodleItem, text: str) -> Decimal | None:
    if text in {"", "-"}:
        return None  # an empty cell takes the grade away
    text = text.replace(" ", "").replace(item.decimal_point, ".")
    if not NUMERIC.fullmatch(text):
        raise RefusedError(f"{text!r} is no number")
    if Decimal(text) > LARGEST_GRADE:
        raise RefusedError("a grade is too large")
    return Decimal(text)


def _text(grade: Decimal | None) -> str:
    return "" if grade is None else str(grade)
