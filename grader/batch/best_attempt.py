"""Chooses the best of several attempts of a student: the most points count. Answers of earlier runs are kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from grader.capabilities.registry import completed
from grader.errors import UserError
from grader.marking.rescore import kept_answers, rescored
from grader.marking.result_info import grader_info
from grader.model.identity import identity_fields
from grader.model.isolation import Isolation
from grader.model.result import Result, with_identity
from grader.model.rubric import Rubric
from grader.model.sanitize import shown_path
from grader.model.submission import Submission
from grader.store import result_folder
from grader.store.report_files import RECORD

NO_MARK = Decimal(-1)


class Contest(NamedTuple):
    """The attempts of one student; most students have one."""

    attempts: Mapping[str, Submission]
    """The newest first, by the keys of their results."""
    kept: Mapping[str, Path]
    """Results of earlier runs that need no new answers, by the same keys."""

    @property
    def to_run(self) -> list[Submission]:
        return [one for key, one in self.attempts.items() if key not in self.kept]

    def results(self, rubric: Rubric, fresh: dict[int, Result]) -> tuple[Result, ...]:
        """
        Return the results of all attempts by `rubric`, without points by hand, the best one first.

        Those of the attempts that were run are taken out of `fresh`, by the `id` of the submission. Kept ones are read
        here: a whole result takes 60 KiB, too much to hold those of a class. OSError or UserError if one of them is
        gone or was changed since the plan.
        """
        every = [
            completed(with_identity(self._kept(key, rubric) if key in self.kept else fresh.pop(id(one)), one), rubric)
            for key, one in self.attempts.items()
        ]
        best = max(every, key=lambda one: one.score.earned + one.score.bonus if one.score else NO_MARK)
        others = [one for one in every if one is not best]
        return (best, *others)

    def best_key(self, rubric: Rubric) -> str:
        """Return the key of the best attempt by `rubric`; empty if some have to be run to know it."""
        if len(self.attempts) == 1:
            return next(iter(self.attempts))
        try:
            return "" if self.to_run else self.results(rubric, {})[0].grader.key
        except (UserError, OSError):
            return ""

    def to_keep(self, result: Result) -> Result:
        """Return a result of `results` without the notes of the hand-in, which change with each new attempt."""
        one = self.attempts.get(result.grader.key)
        return result if one is None else dataclasses.replace(result, notes=result.notes[len(one.notes) :])

    def _kept(self, key: str, rubric: Rubric) -> Result:
        path, one = self.kept[key], self.attempts[key]
        result = rescored(result_folder.load_result(path.parent, path.name), rubric)
        if result is None or result.submission.sha256 != one.sha256:
            raise UserError(f"{shown_path(path)}: changed during the run")
        if path.name != RECORD:
            result = dataclasses.replace(result, notes=(*one.notes, *result.notes))
        return dataclasses.replace(result, grader=dataclasses.replace(result.grader, key=key))


def contest_of(submission: Submission, rubric: Rubric, isolation: Isolation, stored: Mapping[Path, Result]) -> Contest:
    """
    Return the attempts of a student, with those of the `stored` results that need no new answers.

    Of two identical files the older attempt counts, which is less late. Facts about the student are those of
    the newest.
    """
    own = identity_fields(submission)
    every = [dataclasses.replace(submission, attempts=())]
    for one in submission.attempts:
        facts = {**own, "submitted_at": one.submitted_at, "late": one.late, "upload": one.upload}
        every.append(dataclasses.replace(one, **facts))
    attempts = {grader_info(one, rubric, isolation).key: one for one in every}
    return Contest(attempts, dict(_kept(attempts, stored, rubric, isolation)))


def _kept(
    attempts: Mapping[str, Submission], stored: Mapping[Path, Result], rubric: Rubric, isolation: Isolation
) -> Iterable[tuple[str, Path]]:
    for key, one in attempts.items():
        for path, result in stored.items():
            noted = one if path.name == RECORD else dataclasses.replace(one, notes=())
            if _needs_only_points(result, noted, rubric, isolation):
                yield key, path
                break


def _needs_only_points(stored: Result, submission: Submission, rubric: Rubric, isolation: Isolation) -> bool:
    """Tell whether only the rubric has changed since the `stored` result, without a new question."""
    as_before = dataclasses.replace(rubric, sha256=stored.rubric.sha256)
    key = grader_info(submission, as_before, isolation).key
    return result_folder.is_current(stored, submission, key) and kept_answers(stored, rubric) is not None
