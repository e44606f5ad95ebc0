"""Checks of `check_winner(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.outcome import Report, outcome


@pytest.mark.criterion("check_winner.rows")
def test_rows(answers: Answers, report: Report) -> None:
    """Whoever fills a row is named."""
    report(outcome(answers.of("check_winner"), "rows"))


@pytest.mark.criterion("check_winner.columns")
def test_columns(answers: Answers, report: Report) -> None:
    """Whoever fills a column is named."""
    report(outcome(answers.of("check_winner"), "columns"))


@pytest.mark.criterion("check_winner.diagonals")
def test_diagonals(answers: Answers, report: Report) -> None:
    """Whoever fills a diagonal is named."""
    report(outcome(answers.of("check_winner"), "diagonals"))


@pytest.mark.criterion("check_winner.draw")
def test_draw(answers: Answers, report: Report) -> None:
    """A full board that nobody has won is a draw."""
    report(outcome(answers.of("check_winner"), "draw"))


@pytest.mark.criterion("check_winner.open")
def test_open(answers: Answers, report: Report) -> None:
    """None on every open board."""
    report(outcome(answers.of("check_winner"), "open"))


@pytest.mark.criterion("check_winner.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("check_winner"), "board_unchanged"))
