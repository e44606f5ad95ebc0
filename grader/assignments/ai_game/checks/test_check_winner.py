"""Checks of `check_winner(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game.spec import examine
from grader.assignments.exhaustive.board_selectors import has_column, has_diagonal, has_row, is_open, is_tie
from grader.assignments.exhaustive.examination import unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("check_winner.rows")
def test_rows(student: Student, report: Settle) -> None:
    """Whoever fills a row is named."""
    report(examine(student, "check_winner").outcome("rows", where=has_row))


@pytest.mark.criterion("check_winner.columns")
def test_columns(student: Student, report: Settle) -> None:
    """Whoever fills a column is named."""
    report(examine(student, "check_winner").outcome("columns", where=has_column))


@pytest.mark.criterion("check_winner.diagonals")
def test_diagonals(student: Student, report: Settle) -> None:
    """Whoever fills a diagonal is named."""
    report(examine(student, "check_winner").outcome("diagonals", where=has_diagonal))


@pytest.mark.criterion("check_winner.draw")
def test_draw(student: Student, report: Settle) -> None:
    """A full board that nobody has won is a draw."""
    report(examine(student, "check_winner").outcome("draw", where=is_tie))


@pytest.mark.criterion("check_winner.open")
def test_open(student: Student, report: Settle) -> None:
    """None on every open board."""
    report(examine(student, "check_winner").outcome("open", where=is_open))


@pytest.mark.criterion("check_winner.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "check_winner").outcome("board_unchanged", holds=unchanged))
