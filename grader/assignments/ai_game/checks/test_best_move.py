"""Checks of `best_move(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.board_selectors import best_play_ties, can_force_win
from grader.assignments.exhaustive.cases import Case
from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.exhaustive.tree_outcome import never_loses_outcome
from grader.model.answer import Answer


@pytest.mark.criterion("best_move.legal_move")
def test_legal_move(answers: Answers, report: Report) -> None:
    """A pair that names an empty cell on every board where O is to move, lost positions included."""
    examination = answers.of("best_move")

    def is_legal(case: Case, answer: Answer) -> bool:
        return examination.oracle.move(answer) in case.position.moves

    report(outcome(examination, "legal_move", case_ok=is_legal))


@pytest.mark.criterion("best_move.keeps_win")
def test_keeps_win(answers: Answers, report: Report) -> None:
    """On every board on which O can force a win, the move keeps that win."""
    report(outcome(answers.of("best_move"), "keeps_win", boards=can_force_win))


@pytest.mark.criterion("best_move.keeps_draw")
def test_keeps_draw(answers: Answers, report: Report) -> None:
    """On every board on which best play leads to a tie, the move keeps the tie."""
    report(outcome(answers.of("best_move"), "keeps_draw", boards=best_play_ties))


@pytest.mark.criterion("best_move.never_loses")
def test_never_loses(answers: Answers, report: Report) -> None:
    """As O no game against any opponent is lost."""
    report(never_loses_outcome(answers.of("best_move"), answers.tournament, "never_loses"))
