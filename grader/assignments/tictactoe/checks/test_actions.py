"""Checks of `actions(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.tictactoe.asking import Answers


@pytest.mark.criterion("actions.right_cells")
def test_right_cells(answers: Answers, report: Report) -> None:
    """On every open board exactly the empty cells are named, each once."""
    report(outcome(answers.of("actions"), "right_cells"))


@pytest.mark.criterion("actions.set_of_tuples")
def test_set_of_tuples(answers: Answers, report: Report) -> None:
    """The answer is a set or frozenset, and each of its items is a tuple."""
    report(outcome(answers.of("actions"), "set_of_tuples"))


@pytest.mark.criterion("actions.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("actions"), "board_unchanged"))
