"""Checks of `utility(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.tictactoe.asking import Answers


@pytest.mark.criterion("utility.x_wins")
def test_x_wins(answers: Answers, report: Report) -> None:
    """1 if X has won; an equal number of another type is accepted."""
    examination = answers.of("utility")
    if any(isinstance(answer.value, (bool, float)) for answer in examination.distinct_answers.values()):
        examination.student.note(
            "utility returns a bool or float instead of an int (True, 1.0); equal numbers are accepted"
        )
    report(outcome(examination, "x_wins"))


@pytest.mark.criterion("utility.o_wins")
def test_o_wins(answers: Answers, report: Report) -> None:
    """-1 if O has won."""
    report(outcome(answers.of("utility"), "o_wins"))


@pytest.mark.criterion("utility.tie")
def test_tie(answers: Answers, report: Report) -> None:
    """0 for a tie."""
    report(outcome(answers.of("utility"), "tie"))


@pytest.mark.criterion("utility.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("utility"), "board_unchanged"))
