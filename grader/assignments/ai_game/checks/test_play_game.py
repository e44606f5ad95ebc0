"""Checks of `play_game()`: whole games on the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.assignments.ai_game.play_outcome import outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

    Settle = Callable[[CheckOutcome], None]


@pytest.mark.criterion("play_game.never_loses")
def test_never_loses(student: Student, report: Settle) -> None:
    """The AI loses no game that a human can play on the keyboard."""
    report(outcome(student, "never_loses"))


@pytest.mark.criterion("play_game.turns")
def test_turns(student: Student, report: Settle) -> None:
    """Every move lands where it was put, and is answered by one of the AI's."""
    report(outcome(student, "turns"))


@pytest.mark.criterion("play_game.stops_and_says")
def test_stops_and_says(student: Student, report: Settle) -> None:
    """The game stops when it is over, and not before, with a word on how it ended."""
    report(outcome(student, "stops_and_says"))


@pytest.mark.criterion("play_game.refuses_malformed")
def test_refuses_malformed(student: Student, report: Settle) -> None:
    """Letters, one number, three and an empty line are refused; the board stays, and the question comes again."""
    report(outcome(student, "refuses_malformed"))


@pytest.mark.criterion("play_game.refuses_occupied")
def test_refuses_occupied(student: Student, report: Settle) -> None:
    """An occupied cell is refused."""
    report(outcome(student, "refuses_occupied"))


@pytest.mark.criterion("play_game.refuses_off_board")
def test_refuses_off_board(student: Student, report: Settle) -> None:
    """A cell beyond any side is refused, negative numbers too."""
    report(outcome(student, "refuses_off_board"))


@pytest.mark.criterion("play_game.ends_with_input")
def test_ends_with_input(student: Student, report: Settle) -> None:
    """Where there is no more input the program ends, one way or another."""
    report(outcome(student, "ends_with_input"))
