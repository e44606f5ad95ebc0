"""Checks of `actions(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.examination import unchanged
from grader.assignments.tictactoe.spec import examine

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("actions.right_cells")
def test_right_cells(student: Student, report: Settle) -> None:
    """On every open board exactly the empty cells are named, each once."""
    report(examine(student, "actions").outcome("right_cells"))


@pytest.mark.criterion("actions.set_of_tuples")
def test_set_of_tuples(student: Student, report: Settle) -> None:
    """The answer is a set (a frozenset will do) and each of its items a tuple."""
    report(examine(student, "actions").outcome("set_of_tuples", holds=is_set_of_tuples))


@pytest.mark.criterion("actions.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "actions").outcome("board_unchanged", holds=unchanged))


def is_set_of_tuples(answer: Answer) -> bool:
    """Tell whether the answer is a set, and each of its items a tuple."""
    return isinstance(answer.value, (set, frozenset)) and all(isinstance(cell, tuple) for cell in answer.value)
