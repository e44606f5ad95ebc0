"""Checks of `player(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.board_selectors import is_empty_board
from grader.assignments.exhaustive.outcome import Report, outcome, unchanged
from grader.assignments.tictactoe.asking import Answers
from grader.game.board import EMPTY_BOARD
from grader.game.tree import Position


@pytest.mark.criterion("player.first_move")
def test_first_move(answers: Answers, report: Report) -> None:
    """On the empty board X is to move."""
    report(outcome(answers.of("player"), "first_move", boards=is_empty_board))


@pytest.mark.criterion("player.alternates")
def test_alternates(answers: Answers, report: Report) -> None:
    """On every other open board the right player is named; the empty board has its own check."""
    report(outcome(answers.of("player"), "alternates", boards=is_not_empty))


@pytest.mark.criterion("player.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("player"), "board_unchanged", answer_ok=unchanged))


def is_not_empty(position: Position) -> bool:
    """Select all boards except the empty one."""
    return position.board != EMPTY_BOARD
