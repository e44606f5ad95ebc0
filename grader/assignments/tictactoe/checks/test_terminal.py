"""Checks of `terminal(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.board_selectors import is_open, is_tie
from grader.assignments.exhaustive.examination import unchanged
from grader.assignments.tictactoe.spec import examine

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.game.tree import Position
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("terminal.won")
def test_won(student: Student, report: Settle) -> None:
    """A won game is over."""
    report(examine(student, "terminal").outcome("won", where=is_won))


@pytest.mark.criterion("terminal.full")
def test_full(student: Student, report: Settle) -> None:
    """A full board that nobody has won is over."""
    report(examine(student, "terminal").outcome("full", where=is_tie))


@pytest.mark.criterion("terminal.in_progress")
def test_in_progress(student: Student, report: Settle) -> None:
    """An open game is not over."""
    report(examine(student, "terminal").outcome("in_progress", where=is_open))


@pytest.mark.criterion("terminal.returns_bool")
def test_returns_bool(student: Student, report: Settle) -> None:
    """The answer is True or False itself."""
    report(examine(student, "terminal").outcome("returns_bool", holds=lambda answer: isinstance(answer.value, bool)))


@pytest.mark.criterion("terminal.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "terminal").outcome("board_unchanged", holds=unchanged))


def is_won(position: Position) -> bool:
    """Select the games that somebody has won."""
    return position.winner is not None
