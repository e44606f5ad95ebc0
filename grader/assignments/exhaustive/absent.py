"""What every check says where the file, or the function it is about, is not there."""

from __future__ import annotations

from grader.model.answer import Answer
from grader.model.result import CheckOutcome
from grader.model.verdict import Verdict
from grader.sandbox.student import Student


def absent(student: Student, check: str, function: str) -> CheckOutcome | None:
    """Return the outcome of `check` where the file cannot be imported or has no `function`, else None."""
    failure = student.failure
    if failure is not None:
        message = _import_message(failure, student.place(failure))
        return CheckOutcome(check=check, verdict=Verdict.ERROR, message=message, excerpt=student.excerpt(failure))
    if not student.has(function):
        return CheckOutcome(check=check, verdict=Verdict.MISSING, message=f"the file has no function {function}")
    return None


def _import_message(failure: Answer, place: str | None) -> str:
    where = f" at {place}" if place else ""
    return f"the file cannot be imported: {failure.raised}{where}"
