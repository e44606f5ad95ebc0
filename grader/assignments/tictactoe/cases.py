"""The cases of each of the seven functions: every board it is for, every move, and actions it must refuse."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from operator import attrgetter

from grader.assignments.exhaustive.cases import Case, CaseList, CaseTable
from grader.game.board import FREE, with_mark
from grader.game.tree import Position, table
from grader.model.answer import Call

OCCUPIED = "occupied"
OUT_OF_RANGE = "out_of_range"
NEGATIVE = "negative"

OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
"""Actions beyond each of the four sides, for which a list of three raises an IndexError."""
BELOW_ZERO = ((-1, 0), (0, -1), (-1, -1), (-1, 2), (-3, -3))
"""Actions that Python's lists accept without an error."""
FEW_MARKS = 1
"""Actions off the board are asked on boards with at most this many marks; mixed calls try them on other boards."""

ACTIONS = [((row, column),) for row in range(3) for column in range(3)]
"""By cell: the arguments of `result` after the board."""

DECIDING_FIELDS: Mapping[str, Callable[[Position], object]] = {
    "player": attrgetter("turn"),
    "actions": attrgetter("moves"),
    "result": lambda _position: None,
    "winner": attrgetter("winner"),
    "terminal": attrgetter("over"),
    "utility": attrgetter("value"),
    "minimax": attrgetter("over", "best"),
}
"""By function: what a right answer depends on, in addition to the kind of the case and the board after a move."""


def _build(function: str) -> CaseList:
    if function == "result":
        return _with_refusals(_moves())
    boards = {"player": table().open, "actions": table().open, "utility": table().finished}
    return CaseList(function, boards.get(function, table().positions))


CASES = CaseTable(_build, DECIDING_FIELDS)


def result_call(board: str, action: tuple[int, int]) -> Call:
    """Return the call of `result` on `board` (nine characters) with `action`, a row and a column."""
    return Call(function="result", board=board, extra=(action,))


def invalid_action(board: str, action: tuple[int, int]) -> Case | None:
    """Return the case in which `result` must refuse `action` on `board`, or None if it is a legal move."""
    row, column = action
    if max(action) > 2 or min(action) < -3:  # noqa: PLR2004 - as for `OFF_BOARD`
        return _refusal(table()[board], action, OUT_OF_RANGE)
    if min(action) < 0:
        return _refusal(table()[board], action, NEGATIVE)
    return _refusal(table()[board], action, OCCUPIED) if board[row * 3 + column] != FREE else None


def _refusal(position: Position, action: tuple[int, int], kind: str) -> Case:
    return Case(call=result_call(position.board, action), position=position, kind=kind)


def _moves() -> CaseList:
    cases = CaseList("result", ())
    for position in table().open:
        for cell in position.moves:
            cases.add(position, ACTIONS[cell], board_after=with_mark(position.board, cell, position.turn))
    return cases


def _with_refusals(cases: CaseList) -> CaseList:
    for position in table().open:
        for cell, mark in enumerate(position.board):
            if mark != FREE:
                cases.add(position, ACTIONS[cell], OCCUPIED)
    few = [position for position in table().open if 9 - len(position.moves) <= FEW_MARKS]
    for kind, actions in ((OUT_OF_RANGE, OFF_BOARD), (NEGATIVE, BELOW_ZERO)):
        for position, action in itertools.product(few, actions):
            cases.add(position, (action,), kind)
    return cases
