"""Searches that keep values under a key shared by several boards, as programs that each return one move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, product
from math import inf

from grader.assignments.exhaustive.mistakes import GivenAnswers, Token
from grader.assignments.tictactoe.mistakes.cuts import ORDERS, Order, end_value, fullest_wrong, moves_of, value_at_end
from grader.assignments.tictactoe.mistakes.searches import WIN
from grader.game.board import EMPTY_BOARD, FREE, ROWS, O, X, canonical, turn
from grader.game.tree import Position
from grader.sandbox.running.plain_runs import MANY_FREE

Key = Callable[[str], object]
Program = Callable[[Position], tuple[int, int]]
PARTS = tuple(sum(rows, ()) for count in (1, 2) for rows in combinations(ROWS, count))
"""The cells of one row, or of two."""
KEYS: Sequence[Key] = (
    lambda board: board.replace(O, X),
    lambda board: board.replace(FREE, ""),
    lambda board: board.replace(O, FREE),
    lambda board: board.replace(X, FREE),
    lambda board: "".join(sorted(board)),
    lambda board: tuple("".join(sorted(board[at : at + 3])) for at in (0, 3, 6)),
    lambda board: frozenset((board[:3], board[3:6], board[6:])),
    canonical,
    *(lambda board, part=part: tuple(board[cell] for cell in part) for part in PARTS),
    *(lambda board, part=part: (*(board[cell] for cell in part), turn(board)) for part in PARTS),
)
"""Keys of memos that tell too few boards apart."""
CACHED_KEYS = tuple(map(cache, KEYS))
CHOICES = (False, True)
BOTH_ORDERS = [*combinations_with_replacement(ORDERS, 2)]
"""In the call, and inside: a call may sort what is a set inside."""
ENDS = ("not kept", "looked for", "kept")
"""What is done with a finished board; ``looked for`` means that its key may be in the memo for another board."""
CHOSEN = """
    400000571 000000111 000000111 000000111 000000111 330003111 100001111 000000111 000000511 444000111
    000008111 000000111 000100111 000000111 000000555 444000111 000088111 201000000 000111111 333333446
"""
FIRST_MOVES = dict(zip(product(CACHED_KEYS, BOTH_ORDERS, ENDS), map(int, "".join(CHOSEN.split())), strict=True))
"""By key, orders and end: the cell that a search takes on the empty board. Written down: it takes half a second."""


def shares_values(evidence: GivenAnswers) -> bool:
    """Tell whether one of the searches gives all moves, asked in one of the orders in which a sweep asks."""
    quick = fullest_wrong(evidence)
    begins_empty, token = evidence.inputs[0].board == EMPTY_BOARD, evidence.tokens[0]
    likely = [
        (key, orders, ends, keeps_moves)
        for key, orders, ends, keeps_moves in product(CACHED_KEYS, BOTH_ORDERS, ENDS, CHOICES)
        if not begins_empty or divmod(FIRST_MOVES[key, (orders[keeps_moves], orders[1]), ends], 3) == token
    ]
    programs = [partial(search, *choice, anew) for anew in CHOICES for choice in likely]
    return _gives_all(evidence, (new for new in programs if not new.args[-1] or _gives(new(), quick)))


def keeps_bounds(evidence: GivenAnswers) -> bool:
    """Tell whether a search that cuts, and keeps the values of cut branches, gives all moves."""
    return _gives_all(evidence, (partial(_cutting, *choice) for choice in product(ORDERS, CHOICES, CHOICES)))


def _gives_all(evidence: GivenAnswers, programs: Iterable[Callable[[], Program]]) -> bool:
    pairs = list(zip(evidence.inputs, evidence.tokens, strict=True))
    first = [(one, token) for at, (one, token) in enumerate(pairs) if at == 0 or len(one.moves) < MANY_FREE]
    longer = [(one, token) for one, token in pairs[1:] if len(one.moves) >= MANY_FREE]
    longer.sort(key=lambda pair: len(pair[0].moves))
    return any(
        _gives(new(), pairs) or (bool(longer) and all(_gives(new(), part) for part in (longer, first)))
        for new in programs
    )


def _gives(program: Program, pairs: Sequence[tuple[Position, Token]]) -> bool:
    return all(program(one) == token for one, token in pairs)


def search(key: Key, orders: tuple[Order, Order], ends: str, *options: bool) -> Program:
    """
    Return a search that tries moves in these `orders`, first the order of the call, then the order inside.

    By its `options` it also keeps best moves beside values, and begins anew in each call.
    """
    keeps_moves, begins_anew = options or (False, False)
    kept: dict[object, tuple[float, int]] = {}

    def found(board: str) -> tuple[float, int]:
        over, place = end_value(board), key(board)
        if over is not None and (ends == "not kept" or (ends == "looked for" and place not in kept)):
            return over, -1
        if place not in kept:
            kept[place] = best(board, orders[1]) if over is None else (over, -1)
        return kept[place]

    def best(board: str, order: Order) -> tuple[float, int]:
        sign = WIN[turn(board)]
        # The first of equal values counts.
        moves = moves_of(order, board)
        values = [sign * found(then)[0] for _cell, then in moves]
        value = max(values)
        return sign * value, moves[values.index(value)][0]

    def move(one: Position) -> tuple[int, int]:
        if begins_anew:
            kept.clear()
        return divmod((found(one.board) if keeps_moves else best(one.board, orders[0]))[1], 3)

    return move


def _cutting(order: Order, root_keeps: bool, begins_anew: bool) -> Program:  # noqa: FBT001 - as above
    """Return a search that cuts by right bounds, and keeps by the board what may be a bound alone."""
    kept: dict[str, float] = {}

    def value(board: str, low: float, high: float) -> float:
        over = value_at_end(board)
        if over is None and board not in kept:
            kept[board] = best(board, low, high)[0]
        return kept[board] if over is None else over

    def best(board: str, low: float, high: float, *, keeps: bool = True) -> tuple[float, int]:
        found, chosen = -inf, -1
        for cell, then in moves_of(order, board):
            after = -value(then, -high, -low)
            found, chosen = (after, cell) if after > found else (found, chosen)
            low = max(low, found) if keeps else low
            if low >= high:
                break
        return found, chosen

    def move(one: Position) -> tuple[int, int]:
        if begins_anew:
            kept.clear()
        return divmod(best(one.board, -inf, inf, keeps=root_keeps)[1], 3)

    return move
