"""Checks of `winner(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.board_selectors import has_column, has_diagonal, has_row, nobody_has_won
from grader.assignments.exhaustive.examination import unchanged
from grader.assignments.tictactoe.spec import examine

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("winner.rows")
def test_rows(student: Student, report: Settle) -> None:
    """Whoever fills a row is named."""
    report(examine(student, "winner").outcome("rows", where=has_row))


@pytest.mark.criterion("winner.columns")
def test_columns(student: Student, report: Settle) -> None:
    """Whoever fills a column is named."""
    report(examine(student, "winner").outcome("columns", where=has_column))


@pytest.mark.criterion("winner.diagonals")
def test_diagonals(student: Student, report: Settle) -> None:
    """Whoever fills a diagonal is named."""
    report(examine(student, "winner").outcome("diagonals", where=has_diagonal))


@pytest.mark.criterion("winner.none_otherwise")
def test_none_otherwise(student: Student, report: Settle) -> None:
    """Nobody is named on an open board or a tie."""
    report(examine(student, "winner").outcome("none_otherwise", where=nobody_has_won))


@pytest.mark.criterion("winner.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "winner").outcome("board_unchanged", holds=unchanged))
