"""
Mistakes in the form of what `minimax` returns, such as a value or a pair, or in the board that it was given.

For the latter, that board after the call and the move are read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache, partial

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, tells
from grader.game.board import FREE, with_mark
from grader.game.tree import Position

MOVE_AT = {"minimax_value_and_move": 1, "minimax_move_and_value": 0}
"""By mistake: where in the pair the move is."""
OBJECT = "=an object of type "
"""How the token of a value begins that has no plain form."""
ONE_IN = 4
"""Among so many wrong moves, one may leave the board as it was: an outer level can take back what an inner one left."""


def shape_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes that the answers on all boards show, even if other functions are wrong."""
    yield tells("minimax_value", lambda one, token: token == one.value if one.over else is_value(token))
    yield tells("minimax_value_and_move", partial(_is_pair_of, 1))
    yield tells("minimax_move_and_value", partial(_is_pair_of, 0))
    yield from _objects(evidence)


def move_shape_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the same mistakes and others, shown by the answers on open boards alone."""
    yield tells("minimax_value", lambda _, token: is_value(token))
    yield tells("minimax_value_and_move", partial(_is_pair_of, 1))
    yield tells("minimax_move_and_value", partial(_is_pair_of, 0))
    yield tells("minimax_board", lambda _, token: isinstance(token, tuple) and len(token) == 3)  # noqa: PLR2004
    yield tells("minimax_action_set", lambda one, token: token == frozenset(free_cells(one)))


def no_move_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the same mistakes, shown by the answers that are no moves; other answers are moves, right or wrong."""
    if any(is_move(evidence.tokens[at]) for at in evidence.wrong_places):
        return
    for model in move_shape_models(evidence):
        yield replace(model, explains=partial(_is_move_or, model.explains))


def _objects(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield that all answers are objects of one class."""
    same = {*evidence.tokens}
    if len(same) == 1 and str(token := same.pop()).startswith(OBJECT):
        yield answers("minimax_object", lambda _: token, answer=str(token)[1:])


def _is_move_or(explains: Callable[[Position, Token], bool], one: Position, token: Token) -> bool:
    return is_move(token) or explains(one, token)


def over_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield tells("minimax_value_when_over", lambda one, token: token == one.value)
    if len({*evidence.tokens}) == 1 and isinstance(same := evidence.tokens[0], int):
        yield answers("minimax_other_when_over", lambda _: same, answer=str(same))
    yield tells("minimax_pair_when_over", lambda one, token: _is_pair_of(0, one, token) or _is_pair_of(1, one, token))
    yield tells("minimax_moves_when_over", lambda _, token: isinstance(token, tuple) and any(map(is_move, token)))


def over_search_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake on finished boards that `terminal` knows of: whatever is answered, it was not asked first."""
    yield tells("minimax_moves_when_over", lambda _one, _token: True)


def type_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of a move's type; the name of the type is read."""
    yield answers("minimax_list", lambda _: "list")


@cache
def free_cells(one: Position) -> Collection[Token]:
    return [divmod(cell, 3) for cell, mark in enumerate(one.board) if mark == "."]


def is_move(token: Token) -> bool:
    return isinstance(token, tuple) and len(token) == 2 and all(type(one) is int for one in token)  # noqa: PLR2004


def is_no_move(token: Token) -> bool:
    """Tell whether it is None, or a cell off the board, as a search may begin with."""
    return token is None or (is_move(token) and not all(0 <= one <= 2 for one in token))  # noqa: PLR2004


def is_value(token: Token) -> bool:
    return type(token) in {int, float} and -1 <= token <= 1


def moves_in_pairs(evidence: GivenAnswers, move_at: int) -> GivenAnswers:
    """Return the moves on open boards as if the function returned them alone."""
    pairs = zip(evidence.inputs, evidence.tokens, strict=True)
    moves = [(one, token[move_at]) for one, token in pairs if not one.over and _is_pair_of(move_at, one, token)]
    return GivenAnswers(
        inputs=[one for one, _ in moves],
        tokens=[move for _, move in moves],
        right=[3 * row + column in one.best for one, (row, column) in moves],
    )


def _is_pair_of(move_at: int, one: Position, token: Token) -> bool:
    """Tell whether `token` is a pair of a value and a move, or None if the game is over; the move is at `move_at`."""
    if not isinstance(token, tuple) or len(token) != 2 or not isinstance(token[1 - move_at], (int, float)):  # noqa: PLR2004
        return False
    return token[move_at] is None if one.over else token[move_at] in free_cells(one)


def board_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield tells("minimax_plays_its_move", lambda one, token: token[0] == _played(one, token[1]))
    yield tells("minimax_takes_no_move_back", lambda one, token: one.over or token[0] is not None)


def left_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of changed boards, for a file whose other functions are right."""
    yield tells("minimax_leaves_marks", lambda one, token: token[0] is None or _leaves_marks(one, token))


def left_move_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the same mistake of wrong moves, unless the board is changed more often with right ones."""
    left = [_leaves_other_marks(one, token) for one, token in zip(evidence.inputs, evidence.tokens, strict=True)]
    wrong, with_wrong = len(evidence.wrong_places), sum(left[at] for at in evidence.wrong_places)
    if with_wrong * len(left) >= sum(left) * wrong:
        model = tells("minimax_leaves_marks", _is_best_or_leaves_marks)
        yield replace(model, one_in=ONE_IN)


def _played(one: Position, move: Token) -> Token:
    """Return the board after the move; None if the game is over or the move is illegal."""
    is_legal = not one.over and move in [divmod(cell, 3) for cell in one.moves]
    return with_mark(one.board, move[0] * 3 + move[1], one.turn) if is_legal else None


def _is_best_or_leaves_marks(one: Position, token: Token) -> bool:
    return token[1] in [divmod(cell, 3) for cell in one.best] or _leaves_other_marks(one, token)


def _leaves_other_marks(one: Position, token: Token) -> bool:
    return token[0] != _played(one, token[1]) and _leaves_marks(one, token)


def _leaves_marks(one: Position, token: Token) -> bool:
    """Tell whether a search that came to its end left marks on the board."""
    after, move = token
    if not isinstance(after, str) or len(after) != len(one.board) or isinstance(move, str):
        return False
    return all(was in {FREE, now} for was, now in zip(one.board, after, strict=True))
