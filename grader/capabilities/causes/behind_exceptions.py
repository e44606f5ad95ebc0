"""
Finds out what is wrong behind an exception that a slip raises on every call: the slip is mended, and the rest asked.

What is told then is the edit that ends the exception, and what stays wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from grader.assignments.exhaustive.checks import GradingSpec
from grader.assignments.exhaustive.examination import Examination
from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.exception_edits import GUESSED, exception_edits
from grader.capabilities.causes.followed import passes
from grader.capabilities.causes.one_edit import OneFunction
from grader.capabilities.causes.own_failures import Failed, RaisedAt, raised_at
from grader.capabilities.causes.report import OwnMistake
from grader.capabilities.causes.told_edit import told_edit
from grader.capabilities.changed_file import Again
from grader.model.reason import Said, reason
from grader.model.submission import Submission
from grader.model.verdict import NOT_MADE
from grader.sandbox.student import Student

MAX_ENDED, MAX_WAYS, MAX_BEHIND = 3, 8, 2
"""Exceptions that are ended one after the other, the ways tried for each, and the mistakes that are told then."""


class BehindExceptions(OneFunction):
    """Looks for the edit of one function, behind exceptions if edits of slips end them."""

    def found(self) -> OwnMistake | None:
        """Return what mends the function; or what ends its exceptions, and what is known to stay wrong then."""
        if self._failed.crashes and (behind := self._behind_exceptions()):
            return behind
        if (found := super().found()) or self._failed.crashes or self._failed.is_named:
            return found or self._behind_return()
        return self._behind_exceptions() or self._behind_return()

    def _behind_exceptions(self) -> OwnMistake | None:
        raised = self._end_exceptions() if self._may_try else []
        return self._behind(raised) if self._first else None

    def _behind_return(self) -> OwnMistake | None:
        """Return what is wrong, by its name, once a search returns nothing before the end of its loops."""
        tried = self._edits if self._is_slow and self._may_try else ()
        early = next((one for one in tried if one.code == "edit_outward" and one.also), None)
        if early is None:
            return None
        self._make(early)
        found = self._behind([])
        return found if found and any(each.code == "and_then" for each in found.mistake) else None

    def _make(self, edit: Edit) -> None:
        self._submission, self._lines = self._edited(edit), edit.applied(self._lines)
        self._first.append(edit)

    def _end_exceptions(self) -> Sequence[RaisedAt]:
        """Make the edits that end the exceptions of the function, one after the other; return those that stay."""
        raised, _ = self._raised(self._submission)
        while raised and len(self._first) < MAX_ENDED:
            ended = next(filter(None, map(self._ended, raised[:MAX_ENDED])), None)
            if ended is None:
                break
            edit, raised = ended
            self._make(edit)
        return raised

    def _ended(self, raised: RaisedAt) -> tuple[Edit, Sequence[RaisedAt]] | None:
        """Return the edit that ends the exceptions in the line of `raised`, of several the best one, and what stays."""
        tried = islice(exception_edits("\n".join(self._lines), self._spans, raised.raised, raised.line), MAX_WAYS)
        ended = [(edit, *self._raised(self._edited(edit))) for edit in tried if not self._again.is_over]
        good = [one for one in ended if raised.place not in {other.place for other in one[1] if not other.lacks_import}]
        # A refusal is right, by whatever exception: an edit that ends one may show less that is right.
        good = [one for one in good if one[2] >= (1 if one[0].rank == GUESSED else 0)]
        best = max(good, key=lambda one: one[2], default=None)
        return best and best[:2]

    def _raised(self, submission: Submission) -> tuple[Sequence[RaisedAt], float]:
        """Return the exceptions of slips in a sample, and the part of right answers; -1 if calls cannot be made."""
        with self._again.imported(self._version(submission), self._limits) as other:
            if other.failure is not None or not other.has(self._failed.function):
                return [], -1
            sample = self._sampled(other)
        if any(one.end in NOT_MADE for one in sample.answers.values()):
            return [], -1
        wrong = (sample.answers[at] for row in self._failed.checks for at in sample.answers if sample.fails(row, at))
        raised = filter(None, (raised_at(one, other) for one in wrong))
        module, before, after = self._spec.module_spec.module, submission.files[0], other.submission.files[0]
        slips = [one for one in dict.fromkeys(raised) if one.is_slip(module, before, after)]
        return slips, sample.right / max(len(sample.answers), 1)

    def _behind(self, raised: Sequence[RaisedAt]) -> OwnMistake | None:
        """Return the edits that end the exceptions, and what stays wrong then: known mistakes, or one more edit."""
        function, rows = self._failed.function, self._spec.board_checks(self._failed.function)
        named: Mapping[str, Said] = {}
        with self._again.imported(self._version(self._submission), self._limits) as other:
            if other.failure is not None or not other.has(function):
                return None
            before = self._asked(other, self._short())
            failing = [row.id for row in rows if any(before.fails(row, at) for at in before.answers)]
            if not self._is_long:
                after = Examination(self._spec, other, function)
                # A search may have no time for all boards: then the short ones decide.
                judged = [row for row in rows if after.mostly_right or not row.conduct]
                failing = failing if self._is_slow else [row.id for row in judged if not passes(row, after)]
                right = {one.name for one in self._spec.module_spec.functions} - {function}
                named = self._spec.recognize({function: after}, function, right) if failing else {}
        known = [*dict.fromkeys(named[one] for one in failing if one in named)]
        if not named.keys() >= {*failing}:
            cases = self._cases(before)
            enough = self._enough(cases, before, self._edits) if any(one.check for one in cases) else None
            known = [(told_edit(enough, self._place(enough), is_mistake_named=False),)] if enough is not None else known
            if not (known or raised) and (two := self._two(cases, before)) is not None:
                return two
        known = known or [(one.told,) for one in raised]
        then = tuple(each for one in known[:MAX_BEHIND] for each in (reason("and_then"), *one))
        return self._told([], (then or (reason("not_enough"),)) if failing else ())


def enough_edits(student: Student, spec: GradingSpec, failed: Sequence[Failed]) -> tuple[OwnMistake, ...]:
    """Return the edits that are enough, each for one of the functions that `failed`."""
    again = Again(student, student.limits.submission_seconds)
    wrong_ones = (BehindExceptions(student, spec, one, again) for one in failed)
    return tuple(found for one in wrong_ones if not again.is_over and (found := one.found()) is not None)
