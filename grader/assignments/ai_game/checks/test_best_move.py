"""Checks of `best_move(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.exhaustive.tree_outcome import never_loses_outcome


@pytest.mark.criterion("best_move.legal_move")
def test_legal_move(answers: Answers, report: Report) -> None:
    """A pair that names an empty cell on every board where O is to move, lost positions included."""
    report(outcome(answers.of("best_move"), "legal_move"))


@pytest.mark.criterion("best_move.keeps_win")
def test_keeps_win(answers: Answers, report: Report) -> None:
    """On every board on which O can force a win, the move keeps that win."""
    report(outcome(answers.of("best_move"), "keeps_win"))


@pytest.mark.criterion("best_move.keeps_draw")
def test_keeps_draw(answers: Answers, report: Report) -> None:
    """On every board on which best play leads to a tie, the move keeps the tie."""
    report(outcome(answers.of("best_move"), "keeps_draw"))


@pytest.mark.criterion("best_move.never_loses")
def test_never_loses(answers: Answers, report: Report) -> None:
    """As O no game against any opponent is lost."""
    report(never_loses_outcome(answers.of("best_move"), answers.tournament, "never_loses"))
