"""Chooses the best of several attempts of a student: all are graded, and the most points count."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal

from grader.marking.result_info import grader_info
from grader.model.identity import identity_fields
from grader.model.isolation import Isolation
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission

NO_MARK = Decimal(-1)


def attempts_of(submission: Submission, rubric: Rubric, isolation: Isolation) -> Mapping[str, Submission]:
    """
    Return the attempts that may count, the newest first, by the keys of their results.

    Of two equal attempts the older counts, which is less late. Facts about the student are those of the newest.
    """
    own = identity_fields(submission)
    every = [dataclasses.replace(submission, attempts=())]
    for one in submission.attempts:
        facts = {**own, "submitted_at": one.submitted_at, "late": one.late, "upload": one.upload}
        every.append(dataclasses.replace(one, **facts))
    return {grader_info(one, rubric, isolation).key: one for one in every}


def is_best(stored: Result | None, attempts: Mapping[str, Submission]) -> bool:
    """Tell whether the `stored` result is of one of several `attempts`, and was compared with all others."""
    return stored is not None and attempts.keys() == {stored.grader.key, *stored.grader.compared}


def best_of(results: Sequence[Result]) -> Result:
    """Return the first result with the most points. If one has no mark, all are graded again later."""
    best = max(results, key=lambda one: one.score.earned + one.score.bonus if one.score else NO_MARK)
    is_certain = all(one.score for one in results)
    compared = tuple(one.grader.key for one in results if one is not best and is_certain)
    return dataclasses.replace(best, grader=dataclasses.replace(best.grader, compared=compared))
