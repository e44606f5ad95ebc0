"""Values of all positions in wrong searches, and the moves that such a search may choose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, product
from math import inf
from typing import NamedTuple

from grader.game.board import LINES, O, X, empty_cells, full_lines, play, turn, winner, with_mark
from grader.game.tree import Position, table

Fold = Callable[[Iterable[float]], float]
"""Combines the values after all moves: `min`, `max`, `sum`."""
Values = Sequence[float]
"""By the index of a position."""
Choices = Callable[[Position], Collection[tuple[int, int]]]
EndValue = Callable[[float, int, int], float]
"""The value of a game's end, by its right value, the number of moves after the first, and the number of free cells."""
WEIGHED_BY_DEPTH: Sequence[EndValue] = (
    *(lambda value, depth, _, begin=begin: value * (begin - depth) for begin in range(-1, 8)),
    *(lambda value, depth, _, begin=begin: value * (begin + depth) for begin in (-1, 0)),
    *(
        lambda value, depth, _, sign=sign, worth=worth: worth * value + sign * depth
        for sign, worth in product((1, -1), range(1, 6))
    ),
    *(
        lambda value, depth, _, sign=sign, begin=begin: value and value + sign * (begin + depth)
        for sign, begin in product((1, -1), (0, 1))
    ),
    lambda value, _, free: value * free,
)
"""Values that make a late win no better than a draw."""
FAR = 100.0
WIN = {X: 1.0, O: -1.0}


class Steps(NamedTuple):
    """The legal moves of a position, and the indices of the positions after them."""

    cells: tuple[int, ...]
    after: tuple[int, ...]


@cache
def steps() -> Sequence[Steps]:
    index = table().index
    return [
        Steps(one.moves, tuple(index[with_mark(one.board, cell, one.turn)] for cell in one.moves))
        for one in table().positions
    ]


def leaves() -> Values:
    """Return the values of the finished positions, and 0 for all others."""
    return [float(one.value) if one.over else 0.0 for one in table().positions]


def folded(of_leaves: Values, for_x: Fold, for_o: Fold) -> Values:
    """Return the values of a whole search over these values of finished positions."""
    found = list(of_leaves)
    positions, moves = table().positions, steps()
    for at in reversed(range(len(found))):
        after = moves[at].after
        if after:
            fold = for_x if positions[at].turn == X else for_o
            found[at] = fold(map(found.__getitem__, after))
    return found


def one_deeper(ahead: Values) -> Values:
    """Return the values of a right search one move deeper than the search with the values `ahead`."""
    return [
        (max if one.turn == X else min)(map(ahead.__getitem__, own.after)) if own.after else value
        for one, own, value in zip(table().positions, steps(), ahead, strict=True)
    ]


def by_depth(end_value: EndValue) -> Choices:
    """Return the best moves of a search whose end values depend on their depth."""

    @cache
    def value(board: str, depth: int) -> float:
        free, won = empty_cells(board), winner(board)
        if won or not free:
            return end_value(WIN[won] if won else 0.0, depth, len(free))
        fold = max if turn(board) == X else min
        return fold(value(play(board, cell), depth + 1) for cell in free)

    @cache
    def choices(one: Position) -> Collection[tuple[int, int]]:
        values = {cell: value(play(one.board, cell), 0) for cell in one.moves}
        wanted = (max if one.turn == X else min)(values.values())
        return [divmod(cell, 3) for cell, found in values.items() if found == wanted]

    return choices


def of_one_move(order: Callable[[str], Sequence[int]], at: int, sides: Collection[str]) -> Values:
    """Return the values of a search in which `sides` take the value of one move, by its place (-1 is the last)."""
    index, found = table().index, list(leaves())
    for place in reversed(range(len(found))):
        one = table().positions[place]
        if not one.over:
            after = [found[index[play(one.board, cell)]] for cell in order(one.board)]
            found[place] = after[at] if one.turn in sides else (max if one.turn == X else min)(after)
    return found


def changed_leaves(factor: float, side: str) -> Values:
    """Return the values of finished positions, times `factor` if `side` would move next."""
    return [
        value * factor if one.turn == side else value for one, value in zip(table().positions, leaves(), strict=True)
    ]


def distances(player: str, of_both: str | None = None) -> Values:
    """
    Return the moves to the nearest win of `player` if the opponent helps; `FAR` if there is no win.

    With `of_both` a search goes on where the opponent has won, see `_winner`.
    """

    @cache
    def moves_to_win(board: str) -> float:
        won = _winner(board, of_both or "")
        if won == player:
            return 0.0
        after = () if won and of_both is None else empty_cells(board)
        return min(FAR, 1 + min((moves_to_win(play(board, cell)) for cell in after), default=FAR))

    return [moves_to_win(one.board) for one in table().positions]


def _winner(board: str, of_both: str) -> str | None:
    """Return who has won; if both players have a full line, `of_both`, or the player with the first one if empty."""
    both = of_both and len({board[LINES[at][0]] for at in full_lines(board)}) > 1
    return of_both if both else winner(board)


def played_on(unchecked: str, of_both: str = "") -> Values:
    """Return the values of a search in which the turn of `unchecked` does not notice that the game is over."""

    @cache
    def value(board: str) -> float:
        mover, won = turn(board), _winner(board, of_both)
        free = empty_cells(board)
        if mover != unchecked and (won or not free):
            return WIN[won] if won else 0.0
        fold = max if mover == X else min
        return fold((value(play(board, cell)) for cell in free), default=-FAR * WIN[mover])

    return [value(one.board) for one in table().positions]


def best(of_x: Values, of_o: Values, for_x: Fold = max, for_o: Fold = min) -> Choices:
    """Return the moves to positions with the best value; each player has values of its own."""
    index = table().index

    @cache
    def choices(board: str, turn: str) -> Collection[tuple[int, int]]:
        own = steps()[index[board]]
        found, fold = (of_x, for_x) if turn == X else (of_o, for_o)
        after = [found[at] for at in own.after]
        wanted = fold(after)
        return [divmod(cell, 3) for cell, value in zip(own.cells, after, strict=True) if value == wanted]

    return lambda one: choices(one.board, one.turn)


def better_than(begins: Mapping[str, float], of_x: Values, of_o: Values) -> Choices:
    """Return the best moves, without those whose value does not exceed the first value of the player's comparison."""
    choices, index = best(of_x, of_o), table().index

    def is_above(one: Position, move: tuple[int, int]) -> bool:
        value = (of_x if one.turn == X else of_o)[index[with_mark(one.board, 3 * move[0] + move[1], one.turn)]]
        return value * WIN[one.turn] > begins.get(one.turn, -inf)

    return lambda one: [move for move in choices(one) if is_above(one, move)]


def without_update(order: Callable[[str], Sequence[int]], side: str) -> Choices:
    """Return the moves of a search in which `side` never changes its best value: its last move stays."""
    values = folded(leaves(), lambda _: -FAR, min) if side == X else folded(leaves(), max, lambda _: FAR)
    choices = best(values, values)
    return lambda one: [divmod(order(one.board)[-1], 3)] if one.turn == side else choices(one)


def best_so_far(order: Callable[[str], Sequence[int]]) -> Choices:
    """Return the moves that are no worse than all moves before them."""

    @cache
    def choices(one: Position) -> Collection[tuple[int, int]]:
        values = [table().value_after(one.board, cell) * WIN[one.turn] for cell in order(one.board)]
        tried = zip(order(one.board), values, accumulate(values, max), strict=True)
        return [divmod(cell, 3) for cell, value, highest in tried if value == highest]

    return choices


def last_moves() -> Choices:
    """Return the last moves of games of best play: a search that returns the last move returns one of these."""
    positions, moves = table().positions, steps()
    found: list[frozenset[int]] = [frozenset()] * len(positions)
    for at in reversed(range(len(found))):
        pairs = zip(moves[at].cells, moves[at].after, strict=True)
        ends = (found[after] or {cell} for cell, after in pairs if cell in positions[at].best)
        found[at] = frozenset().union(*ends)
    return lambda one: [divmod(cell, 3) for cell in found[table().index[one.board]]]


def second_best(one: Position) -> Collection[tuple[int, int]]:
    """Return the moves with the second value in the order of all values, or the only move."""
    values = {cell: table().value_after(one.board, cell) * WIN[one.turn] for cell in one.moves}
    wanted = sorted(values.values(), reverse=True)[:2][-1]
    return [divmod(cell, 3) for cell, value in values.items() if value == wanted]


def settling(one: Position) -> Collection[tuple[int, int]]:
    """Return the moves that do not lose, even if there is a win."""
    if one.value != WIN[one.turn]:
        return [divmod(cell, 3) for cell in one.best]
    values = {cell: table().value_after(one.board, cell) for cell in one.moves}
    return [divmod(cell, 3) for cell, value in values.items() if value != -WIN[one.turn]]
