"""Checks of `result(board, action)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.examination import unchanged
from grader.assignments.tictactoe.cases import NEGATIVE, OCCUPIED, OUT_OF_RANGE
from grader.assignments.tictactoe.spec import examine

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("result.new_board")
def test_new_board(student: Student, report: Settle) -> None:
    """Every legal move leads to the right board, whether its rows are lists or tuples."""
    examination = examine(student, "result")
    if any(isinstance(answer.value, tuple) or has_tuple_row(answer) for answer in examination.distinct):
        student.note("result returns tuples where the sheet has lists; judged by the cells")
    report(examination.outcome("new_board"))


@pytest.mark.criterion("result.original_unchanged")
def test_original_unchanged(student: Student, report: Settle) -> None:
    """The board that was passed in is as it was."""
    report(examine(student, "result").outcome("original_unchanged", holds=unchanged))


@pytest.mark.criterion("result.no_shared_rows")
def test_no_shared_rows(student: Student, report: Settle) -> None:
    """The new board holds no row of the old one: a later change to one cannot reach the other."""
    report(examine(student, "result").outcome("no_shared_rows", holds=lambda answer: not answer.shares_rows))


@pytest.mark.criterion("result.rejects_occupied")
def test_rejects_occupied(student: Student, report: Settle) -> None:
    """An occupied cell raises an exception, on every open board."""
    examination = examine(student, "result")
    raised = {answer.raised.type for answer in examination.distinct if answer.raised is not None}
    if "NotImplementedError" in raised:
        student.note("result raises NotImplementedError for an invalid action: any exception will do")
    report(examination.outcome("rejects_occupied", kind=OCCUPIED))


@pytest.mark.criterion("result.rejects_out_of_range")
def test_rejects_out_of_range(student: Student, report: Settle) -> None:
    """A cell beyond any of the four sides raises an exception."""
    report(examine(student, "result").outcome("rejects_out_of_range", kind=OUT_OF_RANGE))


@pytest.mark.criterion("result.rejects_negative")
def test_rejects_negative(student: Student, report: Settle) -> None:
    """Negative indices, which Python's lists accept, raise an exception."""
    report(examine(student, "result").outcome("rejects_negative", kind=NEGATIVE))


def has_tuple_row(answer: Answer) -> bool:
    """Tell whether the answer is a list with a tuple for a row."""
    return isinstance(answer.value, list) and tuple in map(type, answer.value)
