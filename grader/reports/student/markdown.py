"""A result as `report.md`, to be given to the student; it is the same for two runs."""

from __future__ import annotations

from grader.model.result import Result
from grader.render.markdown import markdown
from grader.story.student import tell_overview, tell_student


def student_markdown(result: Result) -> str:
    """Return the whole report."""
    return markdown(tell_student(result, timed=False))


def overview_markdown(result: Result) -> str:
    """Return what concerns the whole submission, for a platform that shows each check by itself."""
    return markdown(tell_overview(result))
