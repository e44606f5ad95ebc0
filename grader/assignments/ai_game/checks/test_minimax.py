"""Checks of `minimax(board, depth, is_maximizing)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.outcome import Report, outcome


@pytest.mark.criterion("minimax.finished")
def test_finished(answers: Answers, report: Report) -> None:
    """1 if O has won, -1 if X has won, 0 for a draw, with either flag."""
    report(outcome(answers.of("minimax"), "finished"))


@pytest.mark.criterion("minimax.open")
def test_open(answers: Answers, report: Report) -> None:
    """The value under best play, on every open board with the flag that fits the turn."""
    report(outcome(answers.of("minimax"), "open"))


@pytest.mark.criterion("minimax.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was: every move that was tried is taken back."""
    report(outcome(answers.of("minimax"), "board_unchanged"))


@pytest.mark.criterion("minimax.in_time")
def test_in_time(answers: Answers, report: Report) -> None:
    """The empty board is answered within the limit of one call."""
    report(outcome(answers.of("minimax"), "in_time"))
