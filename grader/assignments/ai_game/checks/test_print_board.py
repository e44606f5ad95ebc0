"""Checks of `print_board(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game.oracle import Truth
from grader.assignments.ai_game.spec import examine
from grader.assignments.exhaustive.examination import unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("print_board.marks")
def test_marks(student: Student, report: Settle) -> None:
    """Every mark stands at its place, whatever is printed around it, on every board."""
    report(examine(student, "print_board").outcome("marks"))


@pytest.mark.criterion("print_board.rows")
def test_rows(student: Student, report: Settle) -> None:
    """Each row stands on a line of its own."""
    examination = examine(student, "print_board")

    def in_rows(_answer: Answer) -> bool:
        truth = examination.truth
        return isinstance(truth, Truth) and truth.layout is not None and truth.layout.in_rows

    report(examination.outcome("rows", holds=in_rows))


@pytest.mark.criterion("print_board.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "print_board").outcome("board_unchanged", holds=unchanged))
