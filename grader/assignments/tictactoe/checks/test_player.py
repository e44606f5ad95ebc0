"""Checks of `player(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.tictactoe.asking import Answers


@pytest.mark.criterion("player.first_move")
def test_first_move(answers: Answers, report: Report) -> None:
    """On the empty board X is to move."""
    report(outcome(answers.of("player"), "first_move"))


@pytest.mark.criterion("player.alternates")
def test_alternates(answers: Answers, report: Report) -> None:
    """On every other open board the right player is named; the empty board has its own check."""
    report(outcome(answers.of("player"), "alternates"))


@pytest.mark.criterion("player.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("player"), "board_unchanged"))
