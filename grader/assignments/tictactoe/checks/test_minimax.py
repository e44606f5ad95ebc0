"""Checks of `minimax(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.exhaustive.board_selectors import is_drawn, is_first, is_open, is_over, is_won
from grader.assignments.exhaustive.examination import has_returned, unchanged
from grader.assignments.exhaustive.policy import record_policy
from grader.assignments.exhaustive.tree_play import never_loses
from grader.assignments.tictactoe.spec import examine
from grader.game.board import O, X

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.assignments.exhaustive.cases import Question
    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("minimax.none_when_over")
def test_none_when_over(student: Student, report: Settle) -> None:
    """None on every finished board."""
    report(examine(student, "minimax").outcome("none_when_over", where=is_over))


@pytest.mark.criterion("minimax.legal_move")
def test_legal_move(student: Student, report: Settle) -> None:
    """A tuple that names an empty cell on every open board, lost positions included."""
    examination = examine(student, "minimax")

    def is_legal(question: Question, answer: Answer) -> bool:
        return examination.truth.move(answer) in question.position.moves

    report(
        examination.outcome(
            "legal_move", where=is_open, holds=lambda answer: isinstance(answer.value, tuple), fits=is_legal
        )
    )


@pytest.mark.criterion("minimax.keeps_win")
def test_keeps_win(student: Student, report: Settle) -> None:
    """Wherever the player to move can force a win, the move played keeps it."""
    report(examine(student, "minimax").outcome("keeps_win", where=is_won))


@pytest.mark.criterion("minimax.keeps_draw")
def test_keeps_draw(student: Student, report: Settle) -> None:
    """Wherever best play leads to a tie, the move played keeps it."""
    report(examine(student, "minimax").outcome("keeps_draw", where=is_drawn))


@pytest.mark.criterion("minimax.never_loses_as_x")
def test_never_loses_as_x(student: Student, report: Settle) -> None:
    """As X no game against any opponent is lost."""
    report(never_loses(examine(student, "minimax"), "never_loses_as_x", X))


@pytest.mark.criterion("minimax.never_loses_as_o")
def test_never_loses_as_o(student: Student, report: Settle) -> None:
    """As O no game against any opponent is lost."""
    report(never_loses(examine(student, "minimax"), "never_loses_as_o", O))


@pytest.mark.criterion("minimax.board_unchanged")
def test_board_unchanged(student: Student, report: Settle) -> None:
    """The board is as it was, whatever the search did to it on the way."""
    report(examine(student, "minimax").outcome("board_unchanged", holds=unchanged))


@pytest.mark.criterion("minimax.in_time")
def test_in_time(student: Student, report: Settle) -> None:
    """The empty board is answered within the limit of one call."""
    report(examine(student, "minimax").outcome("in_time", where=is_first, holds=has_returned))


def test_policy_is_recorded(student: Student) -> None:
    """Not a check: keeps the move played on every open board, for reports that play it."""
    if student.failure is not None or not student.has("minimax"):
        return
    record_policy(examine(student, "minimax"))
