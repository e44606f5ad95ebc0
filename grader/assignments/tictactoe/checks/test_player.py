"""Checks of `player(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.board_selectors import is_first
from grader.assignments.exhaustive.outcome import Report, outcome, unchanged
from grader.assignments.tictactoe.asking import Answers
from grader.game.board import EMPTY_BOARD
from grader.game.tree import Position


@pytest.mark.criterion("player.first_move")
def test_first_move(answers: Answers, report: Report) -> None:
    """X has the empty board."""
    report(outcome(answers.of("player"), "first_move", boards=is_first))


@pytest.mark.criterion("player.alternates")
def test_alternates(answers: Answers, report: Report) -> None:
    """On every open board but the first, which has a check of its own, the right player is named."""
    report(outcome(answers.of("player"), "alternates", boards=is_later))


@pytest.mark.criterion("player.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("player"), "board_unchanged", answer_ok=unchanged))


def is_later(position: Position) -> bool:
    """Select all other boards."""
    return position.board != EMPTY_BOARD
