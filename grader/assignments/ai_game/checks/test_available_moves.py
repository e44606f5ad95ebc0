"""Checks of `available_moves(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game.spec import examine
from grader.assignments.exhaustive.board_selectors import has_free_cell, is_full
from grader.assignments.exhaustive.examination import unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("available_moves.right_cells")
def test_right_cells(student: Student, report: Settle) -> None:
    """Exactly the empty cells, in any order, on every board that has one."""
    report(examine(student, "available_moves").outcome("right_cells", where=has_free_cell))


@pytest.mark.criterion("available_moves.list_of_pairs")
def test_list_of_pairs(student: Student, report: Settle) -> None:
    """A list; what is no pair in it is no right cell either."""
    report(examine(student, "available_moves").outcome("list_of_pairs", holds=is_list))


@pytest.mark.criterion("available_moves.empty_when_full")
def test_empty_when_full(student: Student, report: Settle) -> None:
    """Nothing to play on a full board, and no None."""
    report(examine(student, "available_moves").outcome("empty_when_full", where=is_full))


@pytest.mark.criterion("available_moves.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "available_moves").outcome("board_unchanged", holds=unchanged))


def is_list(answer: Answer) -> bool:
    """Tell whether the answer is a list."""
    return isinstance(answer.value, list)
