"""Checks of `utility(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.board_selectors import is_tie
from grader.assignments.exhaustive.examination import unchanged
from grader.assignments.tictactoe.spec import examine
from grader.game.board import O, X

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.game.tree import Position
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("utility.x_wins")
def test_x_wins(student: Student, report: Settle) -> None:
    """1 where X has won; an equal number of another type will do."""
    examination = examine(student, "utility")
    if any(isinstance(answer.value, (bool, float)) for answer in examination.distinct):
        student.note("utility returns numbers that are no int (True, 1.0); equal numbers are accepted")
    report(examination.outcome("x_wins", where=x_has_won))


@pytest.mark.criterion("utility.o_wins")
def test_o_wins(student: Student, report: Settle) -> None:
    """-1 where O has won."""
    report(examine(student, "utility").outcome("o_wins", where=o_has_won))


@pytest.mark.criterion("utility.tie")
def test_tie(student: Student, report: Settle) -> None:
    """0 for a tie."""
    report(examine(student, "utility").outcome("tie", where=is_tie))


@pytest.mark.criterion("utility.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "utility").outcome("board_unchanged", holds=unchanged))


def x_has_won(position: Position) -> bool:
    """Select the games that X has won."""
    return position.winner == X


def o_has_won(position: Position) -> bool:
    """Select the games that O has won."""
    return position.winner == O
