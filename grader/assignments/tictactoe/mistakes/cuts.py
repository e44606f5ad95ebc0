"""Searches that cut off branches wrongly, as programs that each return one move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import inf
from operator import ge, gt
from typing import NamedTuple

from grader.assignments.exhaustive.mistakes import WITNESSES, GivenAnswers, Token
from grader.assignments.tictactoe.mistakes.move_shapes import free_cells
from grader.assignments.tictactoe.mistakes.searches import WIN
from grader.game.board import FREE, O, X, empty_cells, is_over, play, turn, winner
from grader.game.tree import Position

QUICK_BOARDS = 10
"""Boards with few free cells, which refute most searches without a look at other boards."""
Test = Callable[[float, float, float], bool]
"""Whether to cut, by the best value and the bounds before it, as the player to move sees them."""
Order = Callable[[str], Sequence[int]]
WRONG_TESTS: tuple[Test, ...] = (
    lambda value, low, _: value >= low,
    lambda value, low, _: value > low,
    lambda value, low, _: value <= low,
    lambda value, low, _: value < low,
    lambda value, low, high: max(value, low) <= high,
    lambda value, low, high: max(value, low) < high,
)
"""Cuts against the player's own bound, and with the comparison the wrong way round."""
TOO_EARLY = "minimax_cuts_too_early"
SIDES = ((X, O), (X,), (O,))
ROOTS = ((False, False), (True, False), (True, True))
"""Whether the first level of a search keeps a bound, and whether it cuts."""
STARTS = tuple(
    starts
    for low, high in ((0, inf), (inf, inf), (-inf, 0), (-inf, -inf), (inf, -inf))
    for own in [(low, high)]
    for starts in ({X: own, O: own}, {X: own, O: (-high, -low)}, {X: own}, {O: own})
)
"""First bounds that cut before anything is known."""
CLIPS = ((False, False), (True, False), (True, True))


def _always(_value: float, _low: float, _high: float) -> bool:
    return True


def _right_test(value: float, low: float, high: float) -> bool:
    return max(value, low) >= high


class CutFault(NamedTuple):
    """The fault in the cuts of a search."""

    test: Test = _right_test
    sides: Sequence[str] = ()
    """The players in whose turns the test replaces the right one."""
    swapped: bool = False
    """Whether the two bounds are passed on in the wrong order."""
    starts: Mapping[str, tuple[float, float]] = {}
    """By player: wrong bounds before the first move, as the player sees them."""
    clips: tuple[bool, bool] = (False, False)
    """Whether values below the lower bound are raised to it, and values above the upper bound lowered: no fault."""


def wrong_searches() -> Iterator[tuple[str, Callable[[Position], tuple[int, int]]]]:
    """Yield searches with a wrong test, and right ones that mix up bounds or equal values, each after its code."""
    for order in ORDERS:
        for better, sides in product((gt, ge), SIDES):
            yield "minimax_first_value", _search(order, (False, False), better, CutFault(_always, sides))
        for root, clips, sides in product(ROOTS[1:], CLIPS, SIDES):
            yield "minimax_takes_bound", _taking_bounds(order, root, CutFault(clips=clips), sides)
        for root in ROOTS:
            yield "minimax_bounds_swapped", _search(order, root, gt, CutFault(swapped=True))
            for better, test, sides in product((gt, ge), (*WRONG_TESTS, _always), SIDES):
                yield TOO_EARLY, _search(order, root, better, CutFault(test, sides))
            for starts in STARTS:
                yield "minimax_first_bounds", _search(order, root, gt, CutFault(starts=starts))


def fullest_wrong(evidence: GivenAnswers) -> Sequence[tuple[Position, Token]]:
    """Return wrong answers with few free cells."""
    wrong = sorted(evidence.wrong_places, key=lambda at: evidence.inputs[at].board.count(FREE))
    return [(evidence.inputs[at], evidence.tokens[at]) for at in wrong[:QUICK_BOARDS]]


def fullest_wrong_moves(evidence: GivenAnswers) -> Sequence[tuple[Position, Token]]:
    """Return the same; none if they are no moves, or too few to name a mistake."""
    tried = fullest_wrong(evidence)
    are_moves = len(tried) >= WITNESSES and all(token in free_cells(one) for one, token in tried)
    return tried if are_moves else ()


def _order_of_set(board: str) -> Sequence[int]:
    """Return the empty cells in the order of a set of pairs, the same in every run."""
    return [row * 3 + column for row, column in {divmod(cell, 3) for cell in empty_cells(board)}]


def _taking_bounds(
    order: Order, root: tuple[bool, bool], fault: CutFault, sides: Collection[str]
) -> Callable[[Position], tuple[int, int]]:
    """Return a search in which `sides` also take a move whose value, perhaps only a bound, equals the best."""
    strict, loose = (_search(order, root, better, fault) for better in (gt, ge))
    return lambda one: (loose if one.turn in sides else strict)(one)


ORDERS: Sequence[Order] = (empty_cells, _order_of_set)


@cache
def moves_of(order: Order, board: str) -> Sequence[tuple[int, str]]:
    """Return each move with the board after it; cached, because hundreds of searches meet the same boards."""
    return [(cell, play(board, cell)) for cell in order(board)]


@cache
def end_value(board: str) -> float | None:
    """Return the value of a finished board for X; None if the game is not over."""
    if not is_over(board):
        return None
    return WIN[won] if (won := winner(board)) else 0.0


@cache
def value_at_end(board: str) -> float | None:
    """Return the same value for the player whose turn it would be."""
    value = end_value(board)
    return None if value is None else value * WIN[turn(board)]


def _search(
    order: Order, root: tuple[bool, bool], better: Callable[[float, float], bool], fault: CutFault
) -> Callable[[Position], tuple[int, int]]:
    """Return a search with one `fault`; `better` decides whether it takes the first or the last of equal moves."""

    @cache
    def value(board: str, low: float, high: float) -> float:
        """Return the value for the player to move; outside of `low` and `high` only a bound."""
        over = value_at_end(board)
        return best(board, low, high, (True, True))[0] if over is None else over

    def best(board: str, low: float, high: float, level: tuple[bool, bool]) -> tuple[float, int]:
        keeps, cuts = level
        test, (clips_low, clips_high) = fault.test if turn(board) in fault.sides else _right_test, fault.clips
        found, chosen = low if clips_low else -inf, -1
        for cell, then in moves_of(order, board):
            bounds = (-low, -high) if fault.swapped and cuts else (-high, -low)
            after = -value(then, *bounds)
            chosen = cell if better(after, found) else chosen
            found = max(found, after)
            if cuts and test(found, low, high):
                return min(found, high) if clips_high else found, chosen
            low = max(low, found) if keeps else low
        return found, chosen

    def move(one: Position) -> tuple[int, int]:
        return divmod(best(one.board, *fault.starts.get(one.turn, (-inf, inf)), root)[1], 3)

    return move
