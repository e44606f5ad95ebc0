"""Judges a row of an assignment's table of checks by what a submission answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.assignments.exhaustive.checks import BoardCheck, Check, GamesCheck, OwnCheck
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.outcome import outcome
from grader.assignments.exhaustive.tree_outcome import never_loses_outcome
from grader.assignments.exhaustive.tree_play import Tournament
from grader.model.reason import Said, reason
from grader.model.result import CheckOutcome
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

NAMED = frozenset({Verdict.FAIL, Verdict.ERROR})
"""Verdicts of checks that fail by what their function answered."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Answers:
    """Everything that one submission answered."""

    student: Student
    examinations: Mapping[str, Examination]
    """By function; a function that holds dialogues has none."""
    tournaments: Mapping[str, Tournament]
    """By side, `X` or `O`: the games that the function which chooses moves played."""

    mistakes: dict[str, Mapping[str, Said]] = field(default_factory=dict, init=False)
    """By function that was asked for: by check the known mistake for which it fails."""


def judge(answers: Answers, check: Check) -> CheckOutcome:
    """
    Return the outcome of `check`, with the known mistake for which it fails instead of what is only a pattern.

    A mistake that is a function of the board explains no answer that the same call does not give when it is made alone.
    """
    found = _judged(answers, check)
    if isinstance(check, OwnCheck) or found.verdict not in NAMED:
        return found
    spec = answers.examinations[check.function].spec
    if check.function not in answers.mistakes:
        answers.mistakes[check.function] = spec.recognize(answers, check.function)
    mistake = answers.mistakes[check.function].get(check.id, ())
    if found.keeps_state and spec.stateful_mistakes.isdisjoint(one.code for one in mistake):
        mistake = (reason("keeps_state"),)
    return replace(found, pattern=mistake) if mistake else found


def _judged(answers: Answers, check: Check) -> CheckOutcome:
    if isinstance(check, OwnCheck):
        return check.judge(answers, check)
    examination = answers.examinations[check.function]
    if isinstance(check, GamesCheck):
        return never_loses_outcome(examination, answers.tournaments[check.side], check)
    assert isinstance(check, BoardCheck)  # noqa: S101 - there is no fourth way
    if check.note is not None and any(map(check.note.holds, examination.distinct_answers.values())):
        answers.student.note(check.note.text)
    return outcome(examination, check)
