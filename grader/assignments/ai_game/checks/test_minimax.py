"""Checks of `minimax(board, depth, is_maximizing)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game.spec import examine
from grader.assignments.exhaustive.board_selectors import is_first, is_open, is_over
from grader.assignments.exhaustive.examination import has_returned, unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("minimax.finished")
def test_finished(student: Student, report: Settle) -> None:
    """1 where O has won, -1 where X has, 0 for a draw, whatever the flag says."""
    report(examine(student, "minimax").outcome("finished", where=is_over))


@pytest.mark.criterion("minimax.open")
def test_open(student: Student, report: Settle) -> None:
    """What best play leads to, on every open board with the flag that fits the turn."""
    report(examine(student, "minimax").outcome("open", where=is_open))


@pytest.mark.criterion("minimax.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was, whatever was tried on it on the way."""
    report(examine(student, "minimax").outcome("board_unchanged", holds=unchanged))


@pytest.mark.criterion("minimax.in_time")
def test_in_time(student: Student, report: Settle) -> None:
    """The empty board is answered within the limit of one call."""
    report(examine(student, "minimax").outcome("in_time", where=is_first, holds=has_returned))
