"""Checks of `winner(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.tictactoe.examination import examine, unchanged
from grader.game.board import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.game.tree import Position
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("winner.rows")
def test_rows(student: Student, settle: Settle) -> None:
    """Whoever fills a row is named."""
    settle(examine(student, "winner").outcome("rows", where=has_row))


@pytest.mark.criterion("winner.columns")
def test_columns(student: Student, settle: Settle) -> None:
    """Whoever fills a column is named."""
    settle(examine(student, "winner").outcome("columns", where=has_column))


@pytest.mark.criterion("winner.diagonals")
def test_diagonals(student: Student, settle: Settle) -> None:
    """Whoever fills a diagonal is named."""
    settle(examine(student, "winner").outcome("diagonals", where=has_diagonal))


@pytest.mark.criterion("winner.none_otherwise")
def test_none_otherwise(student: Student, settle: Settle) -> None:
    """Nobody is named on an open board or a tie."""
    settle(examine(student, "winner").outcome("none_otherwise", where=nobody_has_won))


@pytest.mark.criterion("winner.board_unchanged")
def test_board_unchanged(student: Student, settle: Settle) -> None:
    """The board is as it was."""
    settle(examine(student, "winner").outcome("board_unchanged", holds=unchanged))


# A board with lines of two kinds counts for both.


def has_row(position: Position) -> bool:
    """Select the boards with a full row."""
    return position.winner is not None and "row" in lines_of(position.board)


def has_column(position: Position) -> bool:
    """Select the boards with a full column."""
    return position.winner is not None and "column" in lines_of(position.board)


def has_diagonal(position: Position) -> bool:
    """Select the boards with a full diagonal."""
    return position.winner is not None and "diagonal" in lines_of(position.board)


def nobody_has_won(position: Position) -> bool:
    """Select open boards and ties."""
    return position.winner is None
