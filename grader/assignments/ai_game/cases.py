"""The cases of each function of the console lab."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from grader.assignments.exhaustive.cases import CaseList, CaseTable
from grader.game.board import O
from grader.game.tree import Position, table

DECIDING_FIELDS: Mapping[str, Callable[[Position], object]] = {
    "print_board": attrgetter("board"),
    "check_winner": attrgetter("over", "winner"),
    "available_moves": attrgetter("board"),
    "minimax": attrgetter("value"),
    "best_move": attrgetter("best"),
}
"""By function: what a right answer depends on."""


def _build(function: str) -> CaseList:
    if function == "minimax":
        return _with_flags()
    if function == "best_move":
        return CaseList(function, [position for position in table().open if position.turn == O])
    return CaseList(function, table().positions)


def _with_flags() -> CaseList:
    """
    Return the cases of ``minimax(board, depth, is_maximizing)``, with depth 0.

    Every board with the flag that fits the turn (O maximizes); a finished board also with the other flag.
    """
    cases = CaseList("minimax", ())
    for position in table().positions:
        cases.add(position, (0, position.turn == O))
    for position in table().finished:
        cases.add(position, (0, position.turn != O))
    return cases


CASES = CaseTable(_build, DECIDING_FIELDS)
