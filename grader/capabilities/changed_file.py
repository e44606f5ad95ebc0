"""
Asks a changed version of a submission again, in probes of its own, after everything that earns points.

Nobody is charged for these probes, and a fault of ours in them costs no mark.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from grader.assignments.exhaustive.checks import GradingSpec
from grader.assignments.exhaustive.judge import judge
from grader.model.result import CheckOutcome
from grader.model.rubric import Limits
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

T = TypeVar("T")
LOGGER = logging.getLogger(__name__)
FAULT = "a fault of the grader"
"""The beginning of messages about a fault that costs nothing; the tests look for it."""


class Again:
    """Asks changed versions of one submission while CPU seconds are left."""

    def __init__(self, student: Student, seconds: float) -> None:
        """Run changed versions of `student`'s submission for `seconds`, and the last run to its end."""
        self._student, self._left = student, seconds

    @property
    def is_over(self) -> bool:
        return self._left <= 0

    @contextmanager
    def imported(self, changed: Submission, limits: Limits, module_spec: ModuleSpec | None = None) -> Iterator[Student]:
        """
        Yield a student with `changed`, whose import may have failed. `limits` limit the import.

        With a `module_spec` the file runs as that says.
        """
        longest = min(limits.import_seconds, self._student.limits.import_seconds)
        other = self._student.with_submission(changed, replace(limits, import_seconds=longest), module_spec)
        try:
            other.import_module()
            yield other
        finally:
            other.finish()
            self._left -= other.usage.cpu_seconds
            self._student.usage.add_uncharged(other.usage.cpu_seconds)

    def graded(self, changed: Submission, limits: Limits, spec: GradingSpec) -> list[CheckOutcome]:
        """Grade `changed` in full; return the outcomes of the assignment's checks."""
        with self.imported(changed, limits) as other:
            answers = spec.ask(other)
            return [judge(answers, check) for check in spec.checks]


def passing(outcomes: Iterable[CheckOutcome]) -> frozenset[str]:
    """Return the ids of the checks that pass."""
    return frozenset(one.check for one in outcomes if one.verdict is Verdict.PASS)


def only_evidence(what: str, find: Callable[[], T], nothing: T) -> T:
    """Return the result of `find`, or `nothing` after a fault of ours: the evidence is worth no mark."""
    try:
        return find()
    except Exception as error:  # noqa: BLE001 - only evidence is missing
        place = traceback.extract_tb(error.__traceback__)[-1]
        # The text of the exception may hold a student's words.
        at = f"{place.name}, line {place.lineno}"
        LOGGER.error("%s: no %s, %s in %s", FAULT, what, type(error).__name__, at)  # noqa: TRY400
        return nothing
