"""Checks of `available_moves(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.outcome import Report, outcome


@pytest.mark.criterion("available_moves.right_cells")
def test_right_cells(answers: Answers, report: Report) -> None:
    """Exactly the empty cells, in any order, on every board that has one."""
    report(outcome(answers.of("available_moves"), "right_cells"))


@pytest.mark.criterion("available_moves.list_of_pairs")
def test_list_of_pairs(answers: Answers, report: Report) -> None:
    """The answer is a list; whether its items are pairs is judged by `right_cells`."""
    report(outcome(answers.of("available_moves"), "list_of_pairs"))


@pytest.mark.criterion("available_moves.empty_when_full")
def test_empty_when_full(answers: Answers, report: Report) -> None:
    """An empty list, not None, for a full board."""
    report(outcome(answers.of("available_moves"), "empty_when_full"))


@pytest.mark.criterion("available_moves.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was."""
    report(outcome(answers.of("available_moves"), "board_unchanged"))
