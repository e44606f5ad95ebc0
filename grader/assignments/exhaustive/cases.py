"""The calls that grade a function, in columns and in two fixed orders, equal for all submissions; kinds of boards."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import repeat
from operator import itemgetter
from typing import TypeVar, overload

from msgspec import Struct

from grader.game.board import EMPTY_BOARD, FREE, O, X, full_lines
from grader.game.tree import Position
from grader.model.answer import Answer, Call, CallBatch, Value


def every_board(_position: Position) -> bool:
    return True


def has_row(position: Position) -> bool:
    return position.winner is not None and not {0, 1, 2}.isdisjoint(full_lines(position.board))


def has_column(position: Position) -> bool:
    return position.winner is not None and not {3, 4, 5}.isdisjoint(full_lines(position.board))


def has_diagonal(position: Position) -> bool:
    return position.winner is not None and not {6, 7}.isdisjoint(full_lines(position.board))


def has_winner(position: Position) -> bool:
    return position.winner is not None


def x_has_won(position: Position) -> bool:
    return position.winner == X


def o_has_won(position: Position) -> bool:
    return position.winner == O


def has_no_winner(position: Position) -> bool:
    """Select open boards and ties."""
    return position.winner is None


def is_over(position: Position) -> bool:
    return position.over


def is_open(position: Position) -> bool:
    return not position.over


def is_tie(position: Position) -> bool:
    return position.over and position.winner is None


def is_full(position: Position) -> bool:
    return FREE not in position.board


def has_free_cell(position: Position) -> bool:
    return FREE in position.board


def can_force_win(position: Position) -> bool:
    return not position.over and position.value == (1 if position.turn == X else -1)


def best_play_ties(position: Position) -> bool:
    return not position.over and position.value == 0


def is_empty_board(position: Position) -> bool:
    return position.board == EMPTY_BOARD


def is_not_empty(position: Position) -> bool:
    return position.board != EMPTY_BOARD


T = TypeVar("T")

LEGAL = "legal"
SHUFFLE_SEED = 5478

BoardSelector = Callable[[Position], bool]
"""Returns whether a board is selected. It must be a module-level function: the selection is cached by its identity."""


class Case(Struct, frozen=True, kw_only=True):
    """One call and its kind: a legal call, or one that must be refused."""

    call: Call
    position: Position
    kind: str = LEGAL
    board_after: str = ""
    """For a legal move of `result`: the nine characters of the next board."""
    index: int | None = None
    """The index in the function's `CaseList`; None for a case outside that list."""


class WrongAnswer(Struct, frozen=True, kw_only=True):
    case: Case
    answer: Answer
    calls_before: tuple[Call, ...] | None = None
    """The calls from a fresh start that lead to the wrong answer, without this case; None if they are unknown."""
    only_shuffled: bool = False
    """Whether the answer is right in canonical order and wrong in shuffled order."""
    witness: Call | None = None
    """The call whose answer shows that this case's call changed the board; None if the change was claimed."""


class ReadBack(Struct, frozen=True, kw_only=True):
    """The result of reading boards back for one check."""

    wrong: Sequence[WrongAnswer]
    """Calls that changed their board, though the inside did not say so."""
    asked: int
    """The number of calls after which the board was read back."""


class CaseList(Sequence[Case]):
    """All cases of one function, in columns; a `Case` is built when it is first read."""

    def __init__(self, function: str, positions: Sequence[Position], extras: Sequence[tuple[Value, ...]] = ()) -> None:
        """Make a legal case of `function` for each of `positions`; `extras` are the arguments after the board."""
        self.function = function
        self.positions = list(positions)
        self.kinds = [LEGAL] * len(positions)
        self.boards_after = [""] * len(positions)
        self.extras: list[tuple[Value, ...]] = list(extras) or [()] * len(positions)
        self._built: dict[int, Case] = {}

    def add(self, position: Position, extra: tuple[Value, ...], kind: str = LEGAL, board_after: str = "") -> None:
        self.positions.append(position)
        self.kinds.append(kind)
        self.boards_after.append(board_after)
        self.extras.append(extra)

    @cached_property
    def calls(self) -> CallBatch:
        """The calls alone: one object for all submissions, so that it is encoded once."""
        boards = [position.board for position in self.positions]
        return CallBatch([self.function] * len(boards), boards, self.extras)

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, index: int) -> Case: ...
    @overload
    def __getitem__(self, index: slice) -> list[Case]: ...
    def __getitem__(self, index: int | slice) -> Case | list[Case]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        case = self._built.get(index)
        if case is None:
            case = self._built[index] = Case(
                call=self.calls[index],
                position=self.positions[index],
                kind=self.kinds[index],
                board_after=self.boards_after[index],
                index=index,
            )
        return case


class CaseTable:
    """The cases of every function of an assignment; one object per assignment, so each list is built once."""

    def __init__(
        self, build: Callable[[str], CaseList], deciding_fields: Mapping[str, Callable[[Position], object]]
    ) -> None:
        """Build cases with `build`; `deciding_fields` reads, by function, the facts that decide a right answer."""
        self._build, self._deciding_fields = build, deciding_fields

    @cache  # noqa: B019 - one object per assignment, for as long as the process lives
    def of(self, function: str) -> CaseList:
        """Return all cases of `function` in canonical order."""
        return self._build(function)

    @cache  # noqa: B019
    def shuffled(self, function: str) -> CallBatch:
        """Return the same calls in shuffled order."""
        calls = self.of(function).calls
        order = shuffled_order(len(calls))
        return CallBatch(calls.functions, [calls.boards[at] for at in order], [calls.extras[at] for at in order])

    @cache  # noqa: B019
    def equivalence_classes(self, function: str) -> Sequence[Sequence[int]]:
        """Return the indices of the cases of `function`, grouped by their right answers."""
        cases = self.of(function)
        classes: dict[object, list[int]] = defaultdict(list)
        read = self._deciding_fields.get(function)
        facts = repeat(None, len(cases)) if read is None else map(read, cases.positions)
        for index, fields in enumerate(zip(cases.kinds, cases.boards_after, facts, strict=True)):
            classes[fields].append(index)
        return tuple(classes.values())

    @cache  # noqa: B019
    def indices(self, function: str, kind: str, boards: BoardSelector) -> Sequence[int]:
        """Return the indices of the cases of `function` that are of `kind`, on the boards that `boards` selects."""
        cases = self.of(function)
        if boards is every_board:
            return [index for index, own in enumerate(cases.kinds) if own == kind]
        of_kind = self.indices(function, kind, every_board)
        return [index for index in of_kind if boards(cases.positions[index])]

    @cache  # noqa: B019
    def index_set(self, function: str, kind: str, boards: BoardSelector, *, shuffled: bool) -> frozenset[int]:
        """Return the same indices as a set; if `shuffled`, the places of these cases in shuffled order."""
        chosen = frozenset(self.indices(function, kind, boards))
        if not shuffled:
            return chosen
        return frozenset(place for place, index in enumerate(shuffled_order(len(self.of(function)))) if index in chosen)


@cache
def shuffled_order(size: int) -> Sequence[int]:
    """Return the numbers below `size` in a fixed random order, in which quick functions are asked a second time."""
    order = list(range(size))
    random.Random(SHUFFLE_SEED).shuffle(order)  # noqa: S311 - an order, not a secret
    return order


def canonical_order(answers: Sequence[T]) -> tuple[T, ...]:
    return _unshuffle(len(answers))(answers)


@cache
def _unshuffle(size: int) -> Callable[[Sequence[T]], tuple[T, ...]]:
    shuffled_index = {index: shuffled for shuffled, index in enumerate(shuffled_order(size))}
    return itemgetter(*[shuffled_index[index] for index in range(size)])
