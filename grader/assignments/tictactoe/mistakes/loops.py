"""Searches whose loop over the moves keeps or stops at the wrong one, as programs that each return one move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, product
from math import inf

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers
from grader.assignments.tictactoe.mistakes.cuts import (
    ORDERS,
    SIDES,
    Order,
    end_value,
    fullest_wrong_moves,
    moves_of,
    value_at_end,
)
from grader.assignments.tictactoe.mistakes.searches import WIN
from grader.game.board import LINES, OPPONENT, O, X, empty_cells, full_lines, turn, with_mark
from grader.game.tree import Position
from grader.model.reason import Said, reason

Pick = Callable[[Sequence[float]], int]
"""The place of the chosen move, by the values of all as the player to move sees them."""
LOSS = {X: "-1", O: "1"}


def _first(values: Sequence[float]) -> int:
    return values.index(max(values))


def _last(values: Sequence[float]) -> int:
    return len(values) - 1 - values[::-1].index(max(values))


def _newest(values: Sequence[float]) -> int:
    """Return the last move: each is better than a best value that stays as it was."""
    return len(values) - 1


def _after_zero(values: Sequence[float]) -> int:
    """Return the move that is chosen if a best value of 0 counts as none, as in ``not best``."""
    chosen = 0
    for at, value in enumerate(values):
        chosen = at if not values[chosen] or value > values[chosen] else chosen
    return chosen


def _any_other(values: Sequence[float]) -> int:
    """Return the last move whose value is not the best so far: one that is worse replaces it, too."""
    chosen = 0
    for at, value in enumerate(values):
        chosen = at if value != values[chosen] else chosen
    return chosen


def _stopping_at_loss(values: Sequence[float]) -> int:
    """Return the best move, but the first one if it loses: a loop that stops when the best value is a loss."""
    return 0 if values[0] == -1 else _first(values)


def _stopping_at_draw(values: Sequence[float]) -> int:
    """Return the best move up to the first place at which the best value is a draw."""
    best = list(accumulate(values, max))
    return _first(values[: best.index(0) + 1] if 0 in best else values)


def _winning_or_first(values: Sequence[float]) -> int:
    return values.index(1) if 1 in values else 0


def _with_side(mistake: Said, sides: Sequence[str]) -> Said:
    return mistake if len(sides) > 1 else (*mistake, reason("only_as", side=sides[0]))


def loop_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of loops, with the programs that give the wrong moves on the fullest boards."""
    tried = fullest_wrong_moves(evidence)
    if not tried:
        return
    # Of pairs (move, value) X takes the largest move, O the smallest.
    yield answers("minimax_compares_moves", lambda one: divmod(one.moves[-1 if one.turn == X else 0], 3))
    for mistake, search in _programs():
        if all(search(one) == token for one, token in tried):
            yield MistakeModel(mistake=mistake, explains=lambda one, token, search=search: token == search(one))  # type: ignore[misc]


def _programs() -> Iterator[tuple[Said, Callable[[Position], Token]]]:
    for order, sides, usual in product(ORDERS, SIDES, (_first, _last)):
        yield from _loops(order, sides, {X: usual, O: usual})
    for order, cuts in product(ORDERS, (False, True)):
        yield (reason("minimax_global_move"),), _overwritten(order, cuts=cuts)
    for order, (root, inside), of_both in product(ORDERS, ((False, True), (True, False), (True, True)), (X, "")):
        yield (reason("minimax_moves_pile_up"),), _piling_up(order, of_both, root=root, inside=inside)
    for order, pick, always in product(ORDERS, (_first, _last), (False, True)):
        yield (reason("minimax_moves_twice"),), _moving_twice(order, pick, always=always)


def _loops(
    order: Order, sides: Sequence[str], right: Mapping[str, Pick]
) -> Iterator[tuple[Said, Callable[[Position], Token]]]:
    """Yield searches with a wrong loop in the turns of `sides`: in the call, inside, or in both."""
    for code, pick in (
        ("minimax_forgets_best", _newest),
        ("minimax_only_wins_count", _winning_or_first),
        ("minimax_worse_replaces", _any_other),
    ):
        yield _with_side((reason(code),), sides), _search(order, {**right, **dict.fromkeys(sides, pick)}, {})
    worst = " and ".join(f"{LOSS[side]} for {side}" for side in sides)
    for said, pick in (
        (reason("minimax_zero_is_none"), _after_zero),
        (reason("minimax_stops_at_loss", worst=worst), _stopping_at_loss),
        (reason("minimax_settles_for_draw"), _stopping_at_draw),
    ):
        wrong = dict.fromkeys(sides, pick)
        for root, inside in ((wrong, {}), ({}, wrong), (wrong, wrong)):
            yield (said,), _search(order, {**right, **root}, inside)


def _search(order: Order, root: Mapping[str, Pick], inside: Mapping[str, Pick]) -> Callable[[Position], Token]:
    """Return a search of whole games; `root` picks the move, `inside` the values, by player."""

    @cache
    def value(board: str) -> float:
        over = value_at_end(board)
        if over is not None:
            return over
        values = after(board)
        return values[inside.get(turn(board), _first)(values)]

    def after(board: str) -> Sequence[float]:
        return [-value(then) for _cell, then in moves_of(order, board)]

    return lambda one: divmod(moves_of(order, one.board)[root[one.turn](after(one.board))][0], 3)


def _overwritten(order: Order, *, cuts: bool) -> Callable[[Position], Token]:
    """Return a search that notes the best move of every level in one place; the last note is returned."""

    @cache
    def found(board: str, low: float, high: float) -> tuple[float, int]:
        over = value_at_end(board)
        best, noted = (-inf, -1) if over is None else (over, -1)
        for cell, then in moves_of(order, board) if over is None else ():
            value, inner = found(then, -high, -low)
            noted = inner if inner >= 0 else noted
            if -value > best:
                best, noted = -value, cell
            low = max(low, best) if cuts else low
            if low >= high:
                break
        return best, noted

    return lambda one: divmod(found(one.board, -inf, inf)[1], 3)


def _piling_up(order: Order, of_both: str, *, root: bool, inside: bool) -> Callable[[Position], Token]:
    """
    Return a search that makes each move on the board after the moves tried before: in the call, or inside.

    Where both players have a full line then, `of_both` has won; if it is empty, the player with the first of these.
    """

    def tried(board: str, *, piled: bool) -> Iterator[str]:
        now = board
        for cell in order(board):
            now = with_mark(now if piled else board, cell, turn(now if piled else board))
            yield now

    @cache
    def value(board: str, mover: str) -> float:
        over = end_value(board)
        if over is not None:
            return WIN[of_both] if of_both in {board[LINES[at][0]] for at in full_lines(board)} else over
        return (max if mover == X else min)(value(then, OPPONENT[mover]) for then in tried(board, piled=inside))

    def move(one: Position) -> Token:
        values = [WIN[one.turn] * value(then, OPPONENT[one.turn]) for then in tried(one.board, piled=root)]
        return divmod(order(one.board)[_first(values)], 3)

    return move


def _moving_twice(order: Order, pick: Pick, *, always: bool) -> Callable[[Position], Token]:
    """Return a search in which the player who moves has the next move too, or all."""

    @cache
    def value(board: str, mover: str) -> float:
        over = end_value(board)
        if over is not None:
            return over
        after = mover if always else OPPONENT[mover]
        values = (value(with_mark(board, cell, mover), after) for cell in empty_cells(board))
        return (max if mover == X else min)(values)

    def move(one: Position) -> Token:
        cells, mover = order(one.board), one.turn
        return divmod(cells[pick([WIN[mover] * value(with_mark(one.board, cell, mover), mover) for cell in cells])], 3)

    return move
