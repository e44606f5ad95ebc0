"""Checks of `minimax(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.tictactoe.examination import examine, unchanged
from grader.assignments.tictactoe.games import never_loses
from grader.game.board import EMPTY_BOARD, O, X
from grader.game.tree import table
from grader.model.verdict import ChildEnd

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.assignments.tictactoe.truth import Question
    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("minimax.none_when_over")
def test_none_when_over(student: Student, settle: Settle) -> None:
    """None on every finished board."""
    settle(examine(student, "minimax").outcome("none_when_over", where=lambda question: question.position.over))


@pytest.mark.criterion("minimax.legal_move")
def test_legal_move(student: Student, settle: Settle) -> None:
    """A tuple that names an empty cell on every open board, lost positions included."""
    examination = examine(student, "minimax")

    def is_legal(question: Question, answer: Answer) -> bool:
        return isinstance(answer.value, tuple) and examination.truth.move(answer) in question.position.moves

    settle(examination.outcome("legal_move", where=lambda question: not question.position.over, holds=is_legal))


@pytest.mark.criterion("minimax.keeps_win")
def test_keeps_win(student: Student, settle: Settle) -> None:
    """Wherever the player to move can force a win, the move played keeps it."""

    def is_won(question: Question) -> bool:
        position = question.position
        return not position.over and position.value == (1 if position.turn == X else -1)

    settle(examine(student, "minimax").outcome("keeps_win", where=is_won))


@pytest.mark.criterion("minimax.keeps_draw")
def test_keeps_draw(student: Student, settle: Settle) -> None:
    """Wherever best play leads to a tie, the move played keeps it."""

    def is_drawn(question: Question) -> bool:
        return not question.position.over and question.position.value == 0

    settle(examine(student, "minimax").outcome("keeps_draw", where=is_drawn))


@pytest.mark.criterion("minimax.never_loses_as_x")
def test_never_loses_as_x(student: Student, settle: Settle) -> None:
    """As X no game against any opponent is lost."""
    settle(never_loses(student, X))


@pytest.mark.criterion("minimax.never_loses_as_o")
def test_never_loses_as_o(student: Student, settle: Settle) -> None:
    """As O no game against any opponent is lost."""
    settle(never_loses(student, O))


@pytest.mark.criterion("minimax.board_unchanged")
def test_board_unchanged(student: Student, settle: Settle) -> None:
    """The board is as it was, whatever the search did to it on the way."""
    settle(examine(student, "minimax").outcome("board_unchanged", holds=unchanged))


@pytest.mark.criterion("minimax.in_time")
def test_in_time(student: Student, settle: Settle) -> None:
    """The empty board is answered within the limit of one call."""
    settle(
        examine(student, "minimax").outcome(
            "in_time",
            where=lambda question: question.call.board == EMPTY_BOARD,
            holds=lambda _question, answer: answer.end is ChildEnd.RETURNED,
            among_right=False,
        )
    )


def test_policy_is_recorded(student: Student) -> None:
    """Not a check: keeps the move played on every open board, for reports that play it."""
    if student.failure is not None or not student.has("minimax"):
        return
    examination = examine(student, "minimax")
    moves = [
        examination.truth.move(answer)
        for question, answer in zip(examination.asked, examination.first, strict=True)
        if not question.position.over
    ]
    legal = [
        "-" if cell is None or cell not in position.moves else str(cell)
        for cell, position in zip(moves, table().open, strict=True)
    ]
    student.record("policy", "".join(legal))
