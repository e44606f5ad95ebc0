"""Checks of `minimax(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.tictactoe.examination import examine, places_of, unchanged
from grader.assignments.tictactoe.games import never_loses
from grader.assignments.tictactoe.questions import LEGAL
from grader.game.board import EMPTY_BOARD, O, X
from grader.model.verdict import ChildEnd

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.assignments.tictactoe.questions import Question
    from grader.game.tree import Position
    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("minimax.none_when_over")
def test_none_when_over(student: Student, settle: Settle) -> None:
    """None on every finished board."""
    settle(examine(student, "minimax").outcome("none_when_over", where=is_over))


@pytest.mark.criterion("minimax.legal_move")
def test_legal_move(student: Student, settle: Settle) -> None:
    """A tuple that names an empty cell on every open board, lost positions included."""
    examination = examine(student, "minimax")

    def is_legal(question: Question, answer: Answer) -> bool:
        return examination.truth.move(answer) in question.position.moves

    settle(
        examination.outcome(
            "legal_move", where=is_open, holds=lambda answer: isinstance(answer.value, tuple), fits=is_legal
        )
    )


@pytest.mark.criterion("minimax.keeps_win")
def test_keeps_win(student: Student, settle: Settle) -> None:
    """Wherever the player to move can force a win, the move played keeps it."""
    settle(examine(student, "minimax").outcome("keeps_win", where=is_won))


@pytest.mark.criterion("minimax.keeps_draw")
def test_keeps_draw(student: Student, settle: Settle) -> None:
    """Wherever best play leads to a tie, the move played keeps it."""
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
    settle(examine(student, "minimax").outcome("in_time", where=is_first, holds=has_returned))


def test_policy_is_recorded(student: Student) -> None:
    """Not a check: keeps the move played on every open board, for reports that play it."""
    if student.failure is not None or not student.has("minimax"):
        return
    examination = examine(student, "minimax")
    played = {id(answer): examination.truth.move(answer) for answer in examination.distinct}
    moves = [
        (played[id(examination.first[at])], examination.asked.positions[at])
        for at in places_of("minimax", LEGAL, is_open)
    ]
    student.record("policy", "".join(str(cell) if cell in position.moves else "-" for cell, position in moves))


def is_over(position: Position) -> bool:
    """Select the finished boards."""
    return position.over


def is_open(position: Position) -> bool:
    """Select the boards where somebody is to move."""
    return not position.over


def is_won(position: Position) -> bool:
    """Select the open boards where the player to move can force a win."""
    return not position.over and position.value == (1 if position.turn == X else -1)


def is_drawn(position: Position) -> bool:
    """Select the open boards where best play leads to a tie."""
    return not position.over and position.value == 0


def is_first(position: Position) -> bool:
    """Select the empty board."""
    return position.board == EMPTY_BOARD


def has_returned(answer: Answer) -> bool:
    """Tell whether there is an answer at all."""
    return answer.end is ChildEnd.RETURNED
