"""Checks of `terminal(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.tictactoe.asking import Answers


@pytest.mark.criterion("terminal.won")
def test_won(answers: Answers, report: Report) -> None:
    """A won game is over."""
    report(outcome(answers.of("terminal"), "won"))


@pytest.mark.criterion("terminal.full")
def test_full(answers: Answers, report: Report) -> None:
    """A full board that nobody has won is over."""
    report(outcome(answers.of("terminal"), "full"))


@pytest.mark.criterion("terminal.in_progress")
def test_in_progress(answers: Answers, report: Report) -> None:
    """An open game is not over."""
    report(outcome(answers.of("terminal"), "in_progress"))


@pytest.mark.criterion("terminal.returns_bool")
def test_returns_bool(answers: Answers, report: Report) -> None:
    """The answer is True or False itself."""
    report(outcome(answers.of("terminal"), "returns_bool"))


@pytest.mark.criterion("terminal.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("terminal"), "board_unchanged"))
