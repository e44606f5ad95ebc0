"""
Finds out what is wrong behind an exception that a slip raises on every call: the slip is mended, and the rest asked.

What is told then is the edit that ends the exception, and what stays wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from grader.assignments.exhaustive.checks import GradingSpec
from grader.assignments.exhaustive.examination import Examination
from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.exception_edits import GUESSED, exception_edits
from grader.capabilities.causes.followed import NONE, OF_A_SLIP
from grader.capabilities.causes.one_edit import OneFunction
from grader.capabilities.causes.own_failures import Failed, RaisedAt
from grader.capabilities.causes.report import OwnMistake
from grader.capabilities.causes.told_edit import told_edit
from grader.capabilities.changed_file import Again
from grader.model.counterexample import RaisedText
from grader.model.reason import reason
from grader.model.submission import Submission
from grader.python_text import functions_used
from grader.sandbox.student import Student

MAX_ENDED, MAX_WAYS, MAX_BEHIND = 3, 8, 2
"""Exceptions that are ended one after the other, the ways tried for each, and the mistakes that are told then."""


class BehindExceptions(OneFunction):
    """Looks for the edit of one function, behind exceptions if edits of slips end them."""

    def found(self) -> OwnMistake | None:
        """Return what mends the function; or what ends its exceptions, and what is known to stay wrong then."""
        raised = self._end_exceptions() if self._failed.crashes else []
        return self._behind(raised) if self._first else super().found()

    def _end_exceptions(self) -> Sequence[RaisedAt]:
        """Make the edits that end the exceptions of the function, one after the other; return those that stay."""
        raised, _ = self._raised(self._submission)
        while raised and len(self._first) < MAX_ENDED:
            ended = next(filter(None, map(self._ended, raised)), None)
            if ended is None:
                break
            edit, raised = ended
            self._submission = self._edited(edit)
            self._lines = edit.applied(self._lines)
            self._first.append(edit)
        return raised

    def _ended(self, raised: RaisedAt) -> tuple[Edit, Sequence[RaisedAt]] | None:
        """Return the edit that ends the exception `raised`, of several the best one, and the exceptions with it."""
        tried = islice(exception_edits("\n".join(self._lines), self._spans, raised.raised, raised.line), MAX_WAYS)
        ended = [(edit, *self._raised(self._edited(edit))) for edit in tried]
        good = [one for one in ended if raised not in one[1] and one[2] >= (1 if one[0].rank == GUESSED else 0)]
        best = max(good, key=lambda one: one[2], default=None)
        return best and best[:2]

    def _raised(self, submission: Submission) -> tuple[Sequence[RaisedAt], float]:
        """Return the exceptions of slips in a sample, and the part of right answers; -1 if nothing can be asked."""
        with self._again.imported(self._version(submission), self._limits) as other:
            if other.failure is not None or not other.has(self._failed.function):
                return [], -1
            answers = self._sampled(other)
        wrong = (answers.answers[at] for row in self._failed.checks for at in answers.answers if answers.fails(row, at))
        raised = (
            RaisedAt(RaisedText(type=one.raised.type, message=one.raised.message), other.place(one) or "")
            for one in wrong
            if one.raised is not None and one.raised.type in OF_A_SLIP
        )
        return [*dict.fromkeys(raised)][:MAX_ENDED], answers.right / max(len(answers.answers), 1)

    def _behind(self, raised: Sequence[RaisedAt]) -> OwnMistake | None:
        """Return the edits that end the exceptions, and what stays wrong then: known mistakes, or one more edit."""
        function, rows = self._failed.function, self._spec.board_checks(self._failed.function)
        with self._again.imported(self._version(self._submission), self._limits) as other:
            if other.failure is not None or not other.has(function):
                return None
            before = self._asked(other, self._short())
            failing = [row.id for row in rows if any(before.fails(row, at) for at in before.answers)]
            used = functions_used(self._submission).get(function, NONE)
            right = self._failed.right | ({one.name for one in self._spec.module_spec.functions} - {function} - used)
            asks_all = failing and not self._is_long
            after = {function: Examination(self._spec, other, function)} if asks_all else {}
            named = self._spec.recognize(after, function, right) if asks_all else {}
        ended = self._told([])
        if not failing:
            return ended
        known = [*dict.fromkeys(named[one] for one in failing if one in named)]
        if not named.keys() >= {*failing}:
            cases = self._cases(before)
            enough = self._enough(cases, before, self._edits) if any(one.check for one in cases) else None
            known = [(told_edit(enough, self._place(enough), is_mistake_named=False),)] if enough is not None else known
        known = known or [(one.told,) for one in raised]
        then = [each for one in known[:MAX_BEHIND] for each in (reason("and_then"), *one)]
        return OwnMistake(checks=ended.checks, mistake=(*ended.mistake, *(then or [reason("not_enough")])))


def enough_edits(student: Student, spec: GradingSpec, failed: Sequence[Failed]) -> tuple[OwnMistake, ...]:
    """Return the edits that are enough, each for one of the functions that `failed`."""
    again = Again(student, student.limits.submission_seconds)
    wrong_ones = (BehindExceptions(student, spec, one, again) for one in failed)
    return tuple(found for one in wrong_ones if not again.is_over and (found := one.found()) is not None)
