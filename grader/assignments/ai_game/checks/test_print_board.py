"""Checks of `print_board(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.outcome import Report, outcome


@pytest.mark.criterion("print_board.marks")
def test_marks(answers: Answers, report: Report) -> None:
    """Every mark is printed at its place, on every board; anything may be printed around it."""
    report(outcome(answers.of("print_board"), "marks"))


@pytest.mark.criterion("print_board.rows")
def test_rows(answers: Answers, report: Report) -> None:
    """Each row is printed on a separate line."""
    report(outcome(answers.of("print_board"), "rows"))


@pytest.mark.criterion("print_board.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("print_board"), "board_unchanged"))
