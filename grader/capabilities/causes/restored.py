"""
Gives back points that were lost only because another function is wrong, where a rubric asks for it.

What counts is a whole grading with right functions in the place of the wrong ones. A check of conduct is never given
back, nor what follows from the search. All other functions that stand above in the assignment must be right, or be so
by that: else a program could read out of right functions what it should have worked out in those.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from grader.capabilities.capability import Graded
from grader.capabilities.causes.report import Cause
from grader.capabilities.causes.right_helpers import right_version
from grader.capabilities.changed_file import Again, only_evidence, passing
from grader.model.verdict import Verdict


def restorable(graded: Graded, causes: Iterable[Cause]) -> tuple[str, ...]:
    """Return the checks whose points may be given back, in the order of the table."""
    return only_evidence("points to give back", lambda: _restorable(graded, causes), ())


def _restorable(graded: Graded, causes: Iterable[Cause]) -> tuple[str, ...]:
    student, spec = graded.student, graded.assignment
    again = Again(student, student.limits.submission_seconds)
    found: set[str] = set()
    for cause in causes:
        if spec.module_spec.search not in cause.functions and not again.is_over:
            changed = right_version(student.submission, student, spec, (*cause.functions, *cause.relying))
            found.update(_given_back(graded, cause, passing(again.graded(changed, student.limits, spec))))
    return tuple(check.id for check in spec.checks if check.id in found)


def _given_back(graded: Graded, cause: Cause, mended: Collection[str]) -> Iterator[str]:
    """Yield the checks that `cause` gives back, from the first function of the assignment to the last."""
    waiting = {*cause.functions}
    for name in (function.name for function in graded.assignment.module_spec.functions):
        checks = (one for one in graded.assignment.checks if one.function == name and not one.conduct)
        failed = {one.id for one in checks if graded.outcomes[one.id].verdict is not Verdict.PASS}
        if name in cause.functions:
            waiting.remove(name)
            continue
        follows = set() if waiting else failed.intersection(mended, cause.checks)
        yield from follows
        if failed - follows:
            return
