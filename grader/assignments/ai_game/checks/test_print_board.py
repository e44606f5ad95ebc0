"""Checks of `print_board(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.ai_game.oracle import AiGameOracle
from grader.assignments.exhaustive.outcome import Report, outcome, unchanged
from grader.model.answer import Answer


@pytest.mark.criterion("print_board.marks")
def test_marks(answers: Answers, report: Report) -> None:
    """Every mark is printed at its place, on every board; anything may be printed around it."""
    report(outcome(answers.of("print_board"), "marks"))


@pytest.mark.criterion("print_board.rows")
def test_rows(answers: Answers, report: Report) -> None:
    """Each row is printed on a separate line."""
    examination = answers.of("print_board")

    def in_rows(_answer: Answer) -> bool:
        oracle = examination.oracle
        return isinstance(oracle, AiGameOracle) and oracle.layout is not None and oracle.layout.in_rows

    report(outcome(examination, "rows", answer_ok=in_rows))


@pytest.mark.criterion("print_board.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("print_board"), "board_unchanged", answer_ok=unchanged))
