"""Checks of `player(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.board_selectors import is_first
from grader.assignments.exhaustive.examination import unchanged
from grader.assignments.tictactoe.spec import examine
from grader.game.board import EMPTY_BOARD

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.game.tree import Position
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("player.first_move")
def test_first_move(student: Student, report: Settle) -> None:
    """X has the empty board."""
    report(examine(student, "player").outcome("first_move", where=is_first))


@pytest.mark.criterion("player.alternates")
def test_alternates(student: Student, report: Settle) -> None:
    """On every open board but the first, which has a check of its own, the right player is named."""
    report(examine(student, "player").outcome("alternates", where=is_later))


@pytest.mark.criterion("player.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was."""
    report(examine(student, "player").outcome("board_unchanged", holds=unchanged))


def is_later(position: Position) -> bool:
    """Select all other boards."""
    return position.board != EMPTY_BOARD
