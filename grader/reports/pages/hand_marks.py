"""The fields for marks by hand on a student's page, beside the code: for those who mark, in their own browser."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.result import CriterionResult, Item, Result
from grader.model.verdict import Verdict
from grader.reports.pages.evidence import page_text
from grader.reports.pages.marking_form import StudentMarks, student_marks
from grader.reports.pages.student_links import short_text
from grader.text.number_text import decimal_text


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMarks:
    """What the script of the page knows about the marks by hand of this student."""

    student: str
    marks: StudentMarks


@dataclass(frozen=True, slots=True, kw_only=True)
class HandField:
    """A place for points by hand in an item of the rubric: the item itself, or a check of it."""

    id: str
    title: str
    points: str
    line: str
    """The id of the item that a check belongs to; empty for an item."""


def hand_marks(result: Result) -> HandMarks | None:
    """Return what the script knows; None if nothing is left to be marked by hand, so that the page is handed out."""
    if result.score is None or not any(_is_open(item, line) for line in result.criteria for item in line.items):
        return None
    return HandMarks(student=page_text(result.submission.id), marks=student_marks(result))


def hand_fields(line: CriterionResult) -> tuple[HandField, ...]:
    """Return the places for points by hand in `line`: where points are open, were given, or are to be confirmed."""
    return tuple(
        HandField(
            id=short_text(item.id),
            title=page_text(item.title),
            points=decimal_text(item.points),
            line="" if item is line else short_text(line.id),
        )
        for item in line.items
        if item.manual is not None or _is_open(item, line)
    )


def _is_open(item: Item, line: CriterionResult) -> bool:
    return item.earlier is not None or (item is line and item.verdict is Verdict.PENDING)
