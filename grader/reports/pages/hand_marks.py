"""What the script for points by hand knows about a student, on the student's page."""

from __future__ import annotations

from grader.capabilities.by_hand.story import is_open
from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.reports.pages.marking_form import student_marks
from grader.widgets import MarkingBar

MAX_ID = 2_000


def marking_bar(result: Result) -> MarkingBar | None:
    """Return what the script knows; None if nothing is left to be marked by hand, so that the page is handed out."""
    if result.score is None or not any(is_open(one, item) for item in result.criteria for one in item.items):
        return None
    marks = student_marks(result)
    return MarkingBar(
        student=sanitize(result.submission.id, MAX_ID),
        version=marks.version,
        waiting=marks.waiting,
        given=marks.given,
        confirm=marks.confirm,
    )
