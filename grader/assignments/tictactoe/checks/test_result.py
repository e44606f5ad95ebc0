"""Checks of `result(board, action)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.tictactoe.asking import Answers
from grader.model.answer import Answer


@pytest.mark.criterion("result.new_board")
def test_new_board(answers: Answers, report: Report) -> None:
    """Every legal move leads to the right board, whether its rows are lists or tuples."""
    examination = answers.of("result")
    if any(
        isinstance(answer.value, tuple) or has_tuple_row(answer) for answer in examination.distinct_answers.values()
    ):
        examination.student.note("result returns tuples where the assignment has lists; judged by the cells")
    report(outcome(examination, "new_board"))


@pytest.mark.criterion("result.original_unchanged")
def test_original_unchanged(answers: Answers, report: Report) -> None:
    """The board that was passed in is as it was."""
    report(outcome(answers.of("result"), "original_unchanged"))


@pytest.mark.criterion("result.no_shared_rows")
def test_no_shared_rows(answers: Answers, report: Report) -> None:
    """The new board holds no row of the old one: a later change to one cannot reach the other."""
    report(outcome(answers.of("result"), "no_shared_rows"))


@pytest.mark.criterion("result.rejects_occupied")
def test_rejects_occupied(answers: Answers, report: Report) -> None:
    """An occupied cell raises an exception, on every open board."""
    examination = answers.of("result")
    raised = {answer.raised.type for answer in examination.distinct_answers.values() if answer.raised is not None}
    if "NotImplementedError" in raised:
        examination.student.note("result raises NotImplementedError for an invalid action: any exception will do")
    report(outcome(examination, "rejects_occupied"))


@pytest.mark.criterion("result.rejects_out_of_range")
def test_rejects_out_of_range(answers: Answers, report: Report) -> None:
    """A cell beyond any of the four sides raises an exception."""
    report(outcome(answers.of("result"), "rejects_out_of_range"))


@pytest.mark.criterion("result.rejects_negative")
def test_rejects_negative(answers: Answers, report: Report) -> None:
    """Negative indices, which Python's lists accept, raise an exception."""
    report(outcome(answers.of("result"), "rejects_negative"))


def has_tuple_row(answer: Answer) -> bool:
    """Tell whether the answer is a list with a tuple for a row."""
    return isinstance(answer.value, list) and tuple in map(type, answer.value)
