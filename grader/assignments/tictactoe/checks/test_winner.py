"""Checks of `winner(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.tictactoe.asking import Answers


@pytest.mark.criterion("winner.rows")
def test_rows(answers: Answers, report: Report) -> None:
    """Whoever fills a row is named."""
    report(outcome(answers.of("winner"), "rows"))


@pytest.mark.criterion("winner.columns")
def test_columns(answers: Answers, report: Report) -> None:
    """Whoever fills a column is named."""
    report(outcome(answers.of("winner"), "columns"))


@pytest.mark.criterion("winner.diagonals")
def test_diagonals(answers: Answers, report: Report) -> None:
    """Whoever fills a diagonal is named."""
    report(outcome(answers.of("winner"), "diagonals"))


@pytest.mark.criterion("winner.none_otherwise")
def test_none_otherwise(answers: Answers, report: Report) -> None:
    """None on an open board or a tie."""
    report(outcome(answers.of("winner"), "none_otherwise"))


@pytest.mark.criterion("winner.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("winner"), "board_unchanged"))
