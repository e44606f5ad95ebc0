"""Checks of `minimax(board)`."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.outcome import Report, outcome
from grader.assignments.exhaustive.tree_outcome import never_loses_outcome
from grader.assignments.tictactoe.asking import Answers
from grader.game.board import O, X


@pytest.mark.criterion("minimax.none_when_over")
def test_none_when_over(answers: Answers, report: Report) -> None:
    """None on every finished board."""
    report(outcome(answers.of("minimax"), "none_when_over"))


@pytest.mark.criterion("minimax.legal_move")
def test_legal_move(answers: Answers, report: Report) -> None:
    """A tuple that names an empty cell on every open board, lost positions included."""
    report(outcome(answers.of("minimax"), "legal_move"))


@pytest.mark.criterion("minimax.keeps_win")
def test_keeps_win(answers: Answers, report: Report) -> None:
    """On every board on which the player to move can force a win, the move keeps that win."""
    report(outcome(answers.of("minimax"), "keeps_win"))


@pytest.mark.criterion("minimax.keeps_draw")
def test_keeps_draw(answers: Answers, report: Report) -> None:
    """On every board on which best play leads to a tie, the move keeps the tie."""
    report(outcome(answers.of("minimax"), "keeps_draw"))


@pytest.mark.criterion("minimax.never_loses_as_x")
def test_never_loses_as_x(answers: Answers, report: Report) -> None:
    """As X no game against any opponent is lost."""
    report(never_loses_outcome(answers.of("minimax"), answers.tournaments[X], "never_loses_as_x"))


@pytest.mark.criterion("minimax.never_loses_as_o")
def test_never_loses_as_o(answers: Answers, report: Report) -> None:
    """As O no game against any opponent is lost."""
    report(never_loses_outcome(answers.of("minimax"), answers.tournaments[O], "never_loses_as_o"))


@pytest.mark.criterion("minimax.board_unchanged")
def test_board_unchanged(answers: Answers, report: Report) -> None:
    """The board is as it was; the search may change it in between."""
    report(outcome(answers.of("minimax"), "board_unchanged"))


@pytest.mark.criterion("minimax.in_time")
def test_in_time(answers: Answers, report: Report) -> None:
    """The empty board is answered within the limit of one call."""
    report(outcome(answers.of("minimax"), "in_time"))
