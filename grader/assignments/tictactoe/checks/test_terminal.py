"""Checks of `terminal(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.tictactoe.examination import examine, unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.assignments.tictactoe.truth import Question
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("terminal.won")
def test_won(student: Student, settle: Settle) -> None:
    """A won game is over."""
    settle(examine(student, "terminal").outcome("won", where=lambda question: question.position.winner is not None))


@pytest.mark.criterion("terminal.full")
def test_full(student: Student, settle: Settle) -> None:
    """A full board that nobody has won is over."""

    def is_tie(question: Question) -> bool:
        return question.position.over and question.position.winner is None

    settle(examine(student, "terminal").outcome("full", where=is_tie))


@pytest.mark.criterion("terminal.in_progress")
def test_in_progress(student: Student, settle: Settle) -> None:
    """An open game is not over."""
    settle(examine(student, "terminal").outcome("in_progress", where=lambda question: not question.position.over))


@pytest.mark.criterion("terminal.returns_bool")
def test_returns_bool(student: Student, settle: Settle) -> None:
    """The answer is True or False itself."""
    settle(
        examine(student, "terminal").outcome(
            "returns_bool", holds=lambda _question, answer: isinstance(answer.value, bool)
        )
    )


@pytest.mark.criterion("terminal.board_unchanged")
def test_board_unchanged(student: Student, settle: Settle) -> None:
    """The board is as it was."""
    settle(examine(student, "terminal").outcome("board_unchanged", holds=unchanged))
