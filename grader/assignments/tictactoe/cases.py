"""What each of the seven functions is asked: every board it is for, every move, and actions it must refuse."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from operator import attrgetter

from grader.assignments.exhaustive.cases import Asked, Question, Questions
from grader.game.board import FREE
from grader.game.tree import Position, table
from grader.model.answer import Call

OCCUPIED = "occupied"
OUT_OF_RANGE = "out_of_range"
NEGATIVE = "negative"

OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
"""Actions beyond all four sides, as far as Python's own indexing refuses them or not."""
BELOW_ZERO = ((-1, 0), (0, -1), (-1, -1), (-1, 2), (-3, -3))
"""Actions that Python's lists accept silently."""
FEW_MARKS = 1
"""Off-board actions are asked on the boards with at most so many marks; a hypothesis check tries them on others."""

ACTIONS = [((row, column),) for row in range(3) for column in range(3)]
"""What `result` gets after the board, by cell."""

TRUTHS: Mapping[str, Callable[[Position], object]] = {
    "player": attrgetter("turn"),
    "actions": attrgetter("moves"),
    "result": lambda _position: None,
    "winner": attrgetter("winner"),
    "terminal": attrgetter("over"),
    "utility": attrgetter("value"),
    "minimax": attrgetter("over", "best"),
}
"""All that the truth looks at, beside the kind of a question and the board after a move."""


def _ask(function: str) -> Asked:
    if function == "result":
        return _with_refusals(_moves())
    boards = {"player": table().open, "actions": table().open, "utility": table().finished}
    return Asked(function, boards.get(function, table().positions))


QUESTIONS = Questions(_ask, TRUTHS)


def result_call(board: str, action: tuple[int, int]) -> Call:
    """Return the call of `result` with `action`."""
    return Call(function="result", board=board, extra=(action,))


def odd_action(board: str, action: tuple[int, int]) -> Question | None:
    """Return the question whether `result` refuses `action`, or None where it is a legal move."""
    row, column = action
    if max(action) > 2 or min(action) < -3:  # noqa: PLR2004 - what a list of three refuses by itself
        return _refusal(table()[board], action, OUT_OF_RANGE)
    if min(action) < 0:
        return _refusal(table()[board], action, NEGATIVE)
    return _refusal(table()[board], action, OCCUPIED) if board[row * 3 + column] != "." else None


def _refusal(position: Position, action: tuple[int, int], kind: str) -> Question:
    return Question(call=result_call(position.board, action), position=position, kind=kind)


def _moves() -> Asked:
    asked = Asked("result", ())
    for position in table().open:
        for cell in position.moves:
            after = f"{position.board[:cell]}{position.turn}{position.board[cell + 1 :]}"
            asked.add(position, ACTIONS[cell], after=after)
    return asked


def _with_refusals(asked: Asked) -> Asked:
    for position in table().open:
        for cell, mark in enumerate(position.board):
            if mark != FREE:
                asked.add(position, ACTIONS[cell], OCCUPIED)
    few = [position for position in table().open if 9 - len(position.moves) <= FEW_MARKS]
    for kind, actions in ((OUT_OF_RANGE, OFF_BOARD), (NEGATIVE, BELOW_ZERO)):
        for position, action in itertools.product(few, actions):
            asked.add(position, (action,), kind)
    return asked
