"""
A recorded search as a tree of visits to positions, with the tried moves in order, and its cuts.

A cut is a place with left-out moves, and the best value that each player had reached there.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from grader.game.board import O, X, empty_cells, is_over, turn, with_mark
from grader.model.search_trace import SearchCall, SearchTrace


@dataclass(slots=True, eq=False)
class Visit:
    """One visit to a position. Nested calls about the same position are one visit."""

    board: str
    tried: list[Tried] = field(default_factory=list)
    """The tried moves in order; a move may be tried again."""
    looked_at: set[int] = field(default_factory=set)
    """Cells of moves that the search knew to end the game, without a visit of their own."""

    @property
    def open(self) -> bool:
        return bool(successors(self.board))

    def all_visits(self) -> Iterator[Visit]:
        left = [self]
        while left:
            visit = left.pop()
            yield visit
            left += [one.visit for one in reversed(visit.tried)]

    @property
    def cells(self) -> set[int]:
        return self.visited | self.looked_at

    @property
    def visited(self) -> set[int]:
        return {one.cell for one in self.tried}


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    cell: int
    visit: Visit
    search: int
    """The number of the call that tried the move: each search of a position has its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    trace: SearchTrace
    root: Visit
    visits: tuple[Visit, ...]  # all visits, in order
    strange: int
    """Calls about a position that does not follow from the one above."""

    @property
    def tries_everything(self) -> bool:
        """Whether every legal move is tried at each visit, and once."""
        return all(len(one.tried) == len(successors(one.board)) == len(one.visited) for one in self.visits)


def recorded(trace: SearchTrace, searching: Collection[str] = ()) -> Recorded:
    """
    Return the search as a tree. Its first visit is the board that the grader asked about.

    `searching` are the functions of the search, as other traces with recursion show them. Without any, and without
    recursion in this trace, the tree is guessed from the order of the positions.
    """
    builder = _Builder(trace.start)
    for index, call in enumerate(trace.calls):
        if trace.recursive or call.parent is None or call.function in searching:
            builder.add(index, call)
        elif searching:
            builder.skip(call)
        else:
            builder.guess(call)
    return Recorded(trace, builder.root, tuple(builder.root.all_visits()), builder.strange)


@cache
def successors(board: str) -> Mapping[int, str]:
    """Return the board after each legal move, by cell; none after the end of the game."""
    cells = () if is_over(board) else empty_cells(board)
    return MappingProxyType({cell: with_mark(board, cell, turn(board)) for cell in cells})


class _Builder:
    """Adds calls in the order of their starts, so that the call above is always known."""

    def __init__(self, start: str) -> None:
        self.root = Visit(start)
        self.strange = 0
        self._path = [self.root]
        """For a guessed tree: the visits that lead to the last position."""
        self._places: list[tuple[Visit, int]] = []
        """By call: its visit, and the search of its tried moves."""

    def add(self, index: int, call: SearchCall) -> None:
        above, search = self._place_above(call)
        visit = above if call.board in (None, above.board) else self._below(above, call, search)
        self._places.append((visit, search if call.board is None else index))
        if call.looked_at:
            after = successors(visit.board)
            visit.looked_at |= {cell for cell in call.looked_at if cell in after and is_over(after[cell])}

    def skip(self, call: SearchCall) -> None:
        self._places.append(self._place_above(call))

    def _place_above(self, call: SearchCall) -> tuple[Visit, int]:
        return (self.root, 0) if call.parent is None else self._places[call.parent]

    def guess(self, call: SearchCall) -> None:
        """Add the position of a call below the last position that leads to it, if there is one."""
        self.skip(call)
        for depth in reversed(range(len(self._path))):
            visit = self._path[depth]
            cell = _move_to(visit.board).get(str(call.board))
            if visit.board == call.board or cell is not None:
                del self._path[depth + 1 :]
                known = {one.cell: one.visit for one in visit.tried}
                if cell is not None:
                    self._path.append(known.get(cell) or self._new(visit, cell, 0))
                return

    def _below(self, above: Visit, call: SearchCall, search: int) -> Visit:
        board = str(call.board)
        path = _moves_between(above.board, board)
        if path is None:
            self.strange += 1
            return Visit(board)  # a tree of its own, which is not judged
        for cell in path[:-1]:  # a function that makes two moves at once visits the position between them
            above = self._between(above, cell, search)
        return self._new(above, path[-1], search)

    def _between(self, above: Visit, cell: int, search: int) -> Visit:
        last = above.tried[-1] if above.tried else None
        same = last is not None and last.cell == cell and last.search == search
        return last.visit if last is not None and same else self._new(above, cell, search)

    def _new(self, above: Visit, cell: int, search: int) -> Visit:
        visit = Visit(successors(above.board)[cell])
        above.tried.append(Tried(cell, visit, search))
        return visit


@cache
def _move_to(before: str) -> Mapping[str, int]:
    return {after: cell for cell, after in successors(before).items()}


def _moves_between(before: str, after: str) -> Sequence[int] | None:
    """Return the one or two moves from `before` to `after`, None if there are none."""
    if after in _move_to(before):
        return (_move_to(before)[after],)
    new = [cell for cell in range(len(before)) if before[cell] != after[cell]]
    mover = turn(before)
    new.sort(key=lambda cell: after[cell] != mover)
    board = before
    for cell in new:
        board = successors(board).get(cell, "")
    return new if board == after and len(new) == 2 else None  # noqa: PLR2004 - the moves of both players


WIN = {X: 1, O: -1}


class Value(NamedTuple):
    """The range of a position's value: 1 X wins, 0 tie, -1 O wins."""

    low: int
    high: int

    @property
    def exact(self) -> int | None:
        return self.low if self.low == self.high else None


UNKNOWN = Value(-1, 1)
DRAW = Value(0, 0)


class Window(NamedTuple):
    """The best value of each player in positions above; None if there is none."""

    low: Value | None = None
    """Of X: the game will not reach a position of at most this value."""
    high: Value | None = None
    """Of O: the game will not reach a position of at least this value."""

    @property
    def closed(self) -> bool:
        """Whether one of the players will not let the game come here."""
        return surely_enough(X, self.low, self.high)

    def of(self, mover: str) -> Value | None:
        return self.low if mover == X else self.high

    def against(self, mover: str) -> Value | None:
        return self.high if mover == X else self.low

    @cache  # noqa: B019 - there are few windows
    def after(self, mover: str, reached: Value | None) -> Window:
        """Return the window below a position in which `mover` has reached `reached`."""
        if mover == X:
            return Window(best(X, filter(None, (self.low, reached))), self.high)
        return Window(self.low, best(O, filter(None, (self.high, reached))))


def best(mover: str, values: Iterable[Value]) -> Value | None:
    """Return the value for `mover`, who chooses between `values`; None without any."""
    return _best(mover, frozenset(values))


@cache
def _best(mover: str, values: frozenset[Value]) -> Value | None:
    if not values:
        return None
    choose = max if mover == X else min
    return Value(choose(value.low for value in values), choose(value.high for value in values))


def surely_enough(mover: str, reached: Value | None, bound: Value | None) -> bool:
    """Tell whether `reached` is surely as good for `mover` as `bound`."""
    if reached is None or bound is None:
        return False
    return reached.low >= bound.high if mover == X else reached.high <= bound.low


def perhaps_enough(mover: str, reached: Value | None, bound: Value | None) -> bool:
    """Tell whether `reached` may be as good for `mover` as `bound`."""
    if reached is None or bound is None:
        return False
    return reached.high >= bound.low if mover == X else reached.low <= bound.high


class CutReason(enum.Enum):
    """Why moves were left out."""

    BOUND = "bound"
    """The opponent has reached at least as much above."""
    WIN = "win"
    """The mover has a winning move, here or above."""
    LATER = "later"
    """Only later values justify the cut, as in searches with null windows."""
    MEMO = "memo"
    """The position, or each one after a left-out move, had been searched before."""
    LEAF = "leaf"
    """No move of an open position was tried, and nothing known explains it."""
    UNSURE = "unsure"
    """Justified or not, depending on unknown values."""
    IMAGE = "image"
    """The moves lead to turned or mirrored images of tried boards."""
    NONE = "none"
    """Not justified."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cut:
    """The left-out moves of a visit."""

    visit: Visit
    above: tuple[Visit, ...]
    """The visits above, the first position first."""
    skipped: tuple[int, ...]
    reached: Value | None
    """The mover's best value; None if no move was tried."""
    window: Window
    reason: CutReason
    far: bool = False
    """Whether only a bound from above the parent position justifies the cut."""

    @property
    def way(self) -> tuple[Visit, ...]:
        """The visits from the first position to this one."""
        return (*self.above, self.visit)

    @property
    def depth(self) -> int:
        return len(self.above)

    @property
    def mover(self) -> str:
        return turn(self.visit.board)

    @property
    def by_bound(self) -> bool:
        """Whether a bound justifies the cut, and not a winning move: only alpha-beta pruning makes such cuts."""
        return self.reason is CutReason.BOUND and not self.won

    @property
    def won(self) -> bool:
        return self.reached is not None and self.reached.exact == WIN[self.mover]

    @property
    def against_draw(self) -> bool:
        """Whether the opponent may have reached a draw."""
        bound = self.window.against(self.mover)
        return bound is not None and bound.low <= 0 <= bound.high

    @property
    def at_equality(self) -> bool:
        return self.reached == self.window.against(self.mover) == DRAW


class Missed(NamedTuple):
    """A tried move that bounds, from below the first position, had made irrelevant."""

    mover: str
    far: bool
    """Whether only a bound from above the parent position says so."""
    equal: bool
    """Whether the mover had reached exactly the bound, where some searches go on."""
