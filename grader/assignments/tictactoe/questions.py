"""What each of the seven functions is asked: every board it is for, every move, and actions it must refuse."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import attrgetter, itemgetter
from typing import TypeVar, overload

from grader.game.board import FREE
from grader.game.tree import Position, table
from grader.model.answer import Call, Value
from grader.model.calls import Calls

T = TypeVar("T")

LEGAL = "legal"
OCCUPIED = "occupied"
OUT_OF_RANGE = "out_of_range"
NEGATIVE = "negative"

OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
"""Actions beyond all four sides, as far as Python's own indexing refuses them or not."""
BELOW_ZERO = ((-1, 0), (0, -1), (-1, -1), (-1, 2), (-3, -3))
"""Actions that Python's lists accept silently."""
FEW_MARKS = 1
"""Off-board actions are asked on the boards with at most so many marks; a hypothesis check tries them on others."""

SHUFFLE_SEED = 5478
ACTIONS = [((row, column),) for row in range(3) for column in range(3)]
"""What `result` gets after the board, by cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One call with its kind: legal, or one that `result` must refuse."""

    call: Call
    position: Position
    """The truth about its board."""
    kind: str = LEGAL
    after: str = ""
    """For a legal move of `result`: the board it leads to."""
    at: int | None = field(default=None, compare=False)
    """Its place among all that its function is asked, where it was asked there."""


class Asked(Sequence[Question]):
    """All that one function is asked, in columns: a question is built when somebody looks at it."""

    def __init__(self, function: str, positions: Sequence[Position]) -> None:
        """Ask `function` about `positions`."""
        self.function = function
        self.positions = list(positions)
        self.kinds = [LEGAL] * len(positions)
        self.afters = [""] * len(positions)
        self.extras: list[tuple[Value, ...]] = [()] * len(positions)
        self._built: dict[int, Question] = {}

    def move(self, position: Position, cell: int) -> None:
        """Ask for the board after a legal move."""
        self.positions.append(position)
        self.kinds.append(LEGAL)
        self.afters.append(f"{position.board[:cell]}{position.turn}{position.board[cell + 1 :]}")
        self.extras.append(ACTIONS[cell])

    def refusal(self, position: Position, action: tuple[int, int], kind: str) -> None:
        """Ask for something that must be refused."""
        self.positions.append(position)
        self.kinds.append(kind)
        self.afters.append("")
        self.extras.append((action,))

    @cached_property
    def calls(self) -> Calls:
        """The calls alone, one object for all submissions."""
        boards = [position.board for position in self.positions]
        return Calls([self.function] * len(boards), boards, self.extras)

    def __len__(self) -> int:
        """Return how many questions there are."""
        return len(self.positions)

    @overload
    def __getitem__(self, at: int) -> Question: ...
    @overload
    def __getitem__(self, at: slice) -> list[Question]: ...
    def __getitem__(self, at: int | slice) -> Question | list[Question]:
        """Return one question, or some."""
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        question = self._built.get(at)
        if question is None:
            kind, after = self.kinds[at], self.afters[at]
            question = Question(call=self.calls[at], position=self.positions[at], kind=kind, after=after, at=at)
            self._built[at] = question
        return question


@cache
def asked_of(function: str) -> Asked:
    """Return everything `function` is asked, in canonical order."""
    if function == "result":
        return _with_refusals(_moves())
    boards = {"player": table().open, "actions": table().open, "utility": table().finished}
    return Asked(function, boards.get(function, table().positions))


@cache
def shuffled_calls(function: str) -> Calls:
    """Return the same calls in the one fixed other order in which cheap functions are asked again."""
    calls = asked_of(function).calls
    order = shuffled(len(calls))
    return Calls(calls.functions, [calls.boards[at] for at in order], [calls.extras[at] for at in order])


@cache
def shuffled(size: int) -> Sequence[int]:
    """Return the other order."""
    order = list(range(size))
    random.Random(SHUFFLE_SEED).shuffle(order)  # noqa: S311 - an order, not a secret
    return order


def in_order(answers: Sequence[T]) -> tuple[T, ...]:
    """Return the answers to shuffled calls in canonical order."""
    return _sorter(len(answers))(answers)


@cache
def _sorter(size: int) -> Callable[[Sequence[T]], tuple[T, ...]]:
    places = {at: place for place, at in enumerate(shuffled(size))}
    return itemgetter(*[places[at] for at in range(size)])


@cache
def places_alike(function: str) -> tuple[int, ...]:
    """Return for each question the place of the first one that has the same right answers."""
    asked = asked_of(function)
    first: dict[object, int] = {}
    decided_by = zip(asked.kinds, asked.afters, map(TRUTHS[function], asked.positions), strict=True)
    return tuple(first.setdefault(truth, at) for at, truth in enumerate(decided_by))


TRUTHS: Mapping[str, Callable[[Position], object]] = {
    "player": attrgetter("turn"),
    "actions": attrgetter("moves"),
    "result": lambda _position: None,
    "winner": attrgetter("winner"),
    "terminal": attrgetter("over"),
    "utility": attrgetter("value"),
    "minimax": attrgetter("over", "best"),
}
"""All that `Truth.right` looks at, beside the kind of a question and the board after a move."""


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
            asked.move(position, cell)
    return asked


def _with_refusals(asked: Asked) -> Asked:
    for position in table().open:
        for cell, mark in enumerate(position.board):
            if mark != FREE:
                asked.refusal(position, (cell // 3, cell % 3), OCCUPIED)
    few = [position for position in table().open if 9 - len(position.moves) <= FEW_MARKS]
    for kind, actions in ((OUT_OF_RANGE, OFF_BOARD), (NEGATIVE, BELOW_ZERO)):
        for position, action in itertools.product(few, actions):
            asked.refusal(position, action, kind)
    return asked
