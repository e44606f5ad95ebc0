"""
Says why a check is not judged: the sandbox refused what the code needs, so nobody knows what it answers elsewhere.

Such a check costs no points and earns none. What was refused is a claim of the inside, which could win nothing by it.
"""

from __future__ import annotations

from grader.model.answer import REFUSED, Refusal
from grader.model.result import CheckOutcome
from grader.model.sanitize import quoted
from grader.model.source_location import readable_location
from grader.model.verdict import Verdict
from grader.sandbox.student import Student


def refused_outcome(student: Student, check: str, refusal: Refusal, doing: str) -> CheckOutcome:
    """Return the outcome of `check`, which a person must judge; `doing` is what was refused in its course."""
    place = readable_location(student.submission, student.module_spec.module, refusal.at) if refusal.at else None
    shown = ", ".join(filter(None, (refusal.name and quoted(refusal.name), place)))
    what = f"{refusal.what} ({shown})" if shown else refusal.what
    message = f"not judged: {doing} {what}, {REFUSED}"
    return CheckOutcome(check=check, verdict=Verdict.PENDING, message=message)
