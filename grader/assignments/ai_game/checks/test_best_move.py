"""Checks of `best_move(board)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game.spec import examine
from grader.assignments.exhaustive.board_selectors import is_drawn, is_won
from grader.assignments.exhaustive.policy import record_policy
from grader.assignments.exhaustive.tree_play import never_loses
from grader.game.board import O

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.assignments.exhaustive.cases import Question
    from grader.model.answer import Answer
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("best_move.legal_move")
def test_legal_move(student: Student, report: Settle) -> None:
    """A pair that names an empty cell on every board where O is to move, lost positions included."""
    examination = examine(student, "best_move")

    def is_legal(question: Question, answer: Answer) -> bool:
        return examination.truth.move(answer) in question.position.moves

    report(examination.outcome("legal_move", fits=is_legal))


@pytest.mark.criterion("best_move.keeps_win")
def test_keeps_win(student: Student, report: Settle) -> None:
    """Wherever O can force a win, the move played keeps it."""
    report(examine(student, "best_move").outcome("keeps_win", where=is_won))


@pytest.mark.criterion("best_move.keeps_draw")
def test_keeps_draw(student: Student, report: Settle) -> None:
    """Wherever best play leads to a tie, the move played keeps it."""
    report(examine(student, "best_move").outcome("keeps_draw", where=is_drawn))


@pytest.mark.criterion("best_move.never_loses")
def test_never_loses(student: Student, report: Settle) -> None:
    """As O no game against any opponent is lost."""
    report(never_loses(examine(student, "best_move"), "never_loses", O))


def test_policy_is_recorded(student: Student) -> None:
    """Not a check: keeps the move played on every board where O is to move, for reports that play it."""
    if student.failure is None and student.has("best_move"):
        record_policy(examine(student, "best_move"))
