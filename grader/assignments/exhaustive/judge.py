"""Judges a row of an assignment's table of checks by what a submission answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.assignments.exhaustive.checks import BoardCheck, Check, GamesCheck, OwnCheck
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.outcome import outcome
from grader.assignments.exhaustive.tree_outcome import never_loses_outcome
from grader.assignments.exhaustive.tree_play import Tournament
from grader.model.result import CheckOutcome
from grader.sandbox.student import Student


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Everything that one submission answered."""

    student: Student
    examinations: Mapping[str, Examination]
    """By function; a function that holds dialogues has none."""
    tournaments: Mapping[str, Tournament]
    """By side, `X` or `O`: the games that the function which chooses moves played."""


def judge(answers: Answers, check: Check) -> CheckOutcome:
    """Return the outcome of `check`."""
    if isinstance(check, OwnCheck):
        return check.judge(answers, check)
    examination = answers.examinations[check.function]
    if isinstance(check, GamesCheck):
        return never_loses_outcome(examination, answers.tournaments[check.side], check)
    assert isinstance(check, BoardCheck)  # noqa: S101 - there is no fourth way
    if check.note is not None and any(map(check.note.holds, examination.distinct_answers.values())):
        answers.student.note(check.note.text)
    return outcome(examination, check)
