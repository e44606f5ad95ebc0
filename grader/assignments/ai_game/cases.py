"""What the functions of the console lab are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from grader.assignments.exhaustive.cases import Asked, Questions
from grader.game.board import O
from grader.game.tree import Position, table

TRUTHS: Mapping[str, Callable[[Position], object]] = {
    "print_board": attrgetter("board"),
    "check_winner": attrgetter("over", "winner"),
    "available_moves": attrgetter("board"),
    "minimax": attrgetter("value"),
    "best_move": attrgetter("best"),
}


def _ask(function: str) -> Asked:
    if function == "minimax":
        return _with_flags()
    if function == "best_move":
        return Asked(function, [position for position in table().open if position.turn == O])
    return Asked(function, table().positions)


def _with_flags() -> Asked:
    """Ask for the value of every board with the flag that fits the turn; of a finished one with both."""
    asked = Asked("minimax", ())
    for position in table().positions:
        asked.add(position, (0, position.turn == O))
    for position in table().finished:
        asked.add(position, (0, position.turn != O))
    return asked


QUESTIONS = Questions(_ask, TRUTHS)
