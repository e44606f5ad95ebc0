"""Checks of `play_game()`: whole games on the keyboard."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import Answers
from grader.assignments.ai_game.play_outcome import play_outcome
from grader.assignments.exhaustive.outcome import Report


@pytest.mark.criterion("play_game.never_loses")
def test_never_loses(answers: Answers, report: Report) -> None:
    """The AI loses no game that a person can play on the keyboard."""
    report(play_outcome(answers, "never_loses"))


@pytest.mark.criterion("play_game.turns")
def test_turns(answers: Answers, report: Report) -> None:
    """Every move appears at the cell that was typed, and the AI answers it with a move."""
    report(play_outcome(answers, "turns"))


@pytest.mark.criterion("play_game.stops_and_says")
def test_stops_and_says(answers: Answers, report: Report) -> None:
    """The game stops when it is over, not before, and the program says how it ended."""
    report(play_outcome(answers, "stops_and_says"))


@pytest.mark.criterion("play_game.refuses_malformed")
def test_refuses_malformed(answers: Answers, report: Report) -> None:
    """Letters, one number, three numbers and an empty line are refused: the board stays, the question is repeated."""
    report(play_outcome(answers, "refuses_malformed"))


@pytest.mark.criterion("play_game.refuses_occupied")
def test_refuses_occupied(answers: Answers, report: Report) -> None:
    """An occupied cell is refused."""
    report(play_outcome(answers, "refuses_occupied"))


@pytest.mark.criterion("play_game.refuses_off_board")
def test_refuses_off_board(answers: Answers, report: Report) -> None:
    """A cell off the board is refused, also one with a negative number."""
    report(play_outcome(answers, "refuses_off_board"))


@pytest.mark.criterion("play_game.ends_with_input")
def test_ends_with_input(answers: Answers, report: Report) -> None:
    """When the input ends, the program ends too, normally or with an exception."""
    report(play_outcome(answers, "ends_with_input"))
