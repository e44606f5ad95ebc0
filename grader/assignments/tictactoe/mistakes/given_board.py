"""Mistakes of a `minimax` that changes the board it was given; that board after the call and the move are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, tells
from grader.game.board import FREE, with_mark
from grader.game.tree import Position

ONE_IN = 4
"""Among so many wrong moves, one may leave the board as it was: an outer level can take back what an inner one left."""


def board_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield tells("minimax_plays_its_move", lambda one, token: token[0] == _played(one, token[1]))
    yield tells("minimax_takes_no_move_back", lambda one, token: one.over or token[0] is not None)


def left_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of changed boards, for a file whose other functions are right."""
    yield tells("minimax_leaves_marks", lambda one, token: token[0] is None or _leaves_marks(one, token))


def move_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
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
