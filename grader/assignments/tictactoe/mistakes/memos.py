"""Searches that keep values under a key shared by several boards, as programs that each return one move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from grader.assignments.exhaustive.mistakes import GivenAnswers
from grader.assignments.tictactoe.mistakes.cuts import ORDERS, Order
from grader.assignments.tictactoe.mistakes.searches import WIN
from grader.game.board import FREE, O, X, is_over, play, turn, winner
from grader.game.tree import Position

Key = Callable[[str], object]
PARTS = (slice(3), slice(6), slice(3, 9), slice(6, 9))
KEYS: Sequence[Key] = (
    lambda board: board.replace(O, X),
    lambda board: board.replace(FREE, ""),
    lambda board: board.replace(O, FREE),
    lambda board: board.replace(X, FREE),
    lambda board: "".join(sorted(board)),
    lambda board: tuple("".join(sorted(board[at : at + 3])) for at in (0, 3, 6)),
    *(lambda board, part=part: board[part] for part in PARTS),
    *(lambda board, part=part: (board[part], turn(board)) for part in PARTS),
)
"""Keys of memos that tell too few boards apart."""
CHOICES = (False, True)


def shares_values(evidence: GivenAnswers) -> bool:
    """Tell whether one of the searches gives all moves, asked in this order."""
    searches = (_search(*choice) for choice in product(KEYS, product(ORDERS, ORDERS), CHOICES, CHOICES, CHOICES))
    pairs = list(zip(evidence.inputs, evidence.tokens, strict=True))
    return any(all(search(one) == token for one, token in pairs) for search in searches)


def _search(key: Key, orders: tuple[Order, Order], *options: bool) -> Callable[[Position], tuple[int, int]]:
    """
    Return a search that tries moves in these `orders`, first the order of the call, then the order inside.

    By its `options` it also keeps the ends of games, keeps best moves beside values, and begins anew in each call.
    """
    keeps_ends, keeps_moves, begins_anew = options
    kept: dict[object, tuple[float, int]] = {}

    def found(board: str) -> tuple[float, int]:
        if is_over(board) and not keeps_ends:
            return _end(board)
        place = key(board)
        if place not in kept:
            kept[place] = _end(board) if is_over(board) else best(board, orders[1])
        return kept[place]

    def best(board: str, order: Order) -> tuple[float, int]:
        sign = WIN[turn(board)]
        # The first of equal values counts.
        value, _, chosen = max((sign * found(play(board, cell))[0], -at, cell) for at, cell in enumerate(order(board)))
        return sign * value, chosen

    def move(one: Position) -> tuple[int, int]:
        if begins_anew:
            kept.clear()
        return divmod((found(one.board) if keeps_moves else best(one.board, orders[0]))[1], 3)

    return move


def _end(board: str) -> tuple[float, int]:
    won = winner(board)
    return (WIN[won] if won else 0.0), -1
