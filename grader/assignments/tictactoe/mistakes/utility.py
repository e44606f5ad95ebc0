"""Mistakes of `utility`; its answers are read as numbers, `X`, `O`, None, or another text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, is_error, tells
from grader.game.board import FREE, O, X
from grader.game.tree import Position

WINNERS = (X, O, None)
RIGHT: dict[str | None, Token] = {X: 1, O: -1, None: 0}


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    by_winner = partial(_by_winner, "utility_none")
    yield by_winner(None, None, None)
    yield _by_winner("utility_sign_turned", -1, 1, 0)
    yield _by_winner("utility_returns_winner", X, O, None)
    yield _by_winner("utility_returns_winner", X, O, 0)
    yield answers("utility_loser", lambda one: {X: O, O: X}.get(one.winner))
    for number in (0, 1, -1):
        yield _by_winner("utility_always", number, number, number, number=number)
    yield _by_winner("utility_zero_for", 1, 0, 0, mark=O, number=-1)
    yield _by_winner("utility_zero_for", 0, -1, 0, mark=X, number=1)
    yield _by_winner("utility_none_for", 1, None, 0, mark=O, number=-1)
    yield _by_winner("utility_none_for", None, -1, 0, mark=X, number=1)
    yield _by_winner("utility_none_for_tie", 1, -1, None)
    yield _by_winner("utility_one_for_any_win", 1, 1, 0)
    yield _by_winner("utility_minus_one_for_any_win", -1, -1, 0)
    yield answers("utility_asks_player", lambda one: RIGHT[one.turn])
    for number in (1, -1):
        yield _by_winner("utility_tie_counts", 1, -1, number, number=number)
        yield _by_winner("utility_win_and_tie_mixed", number, 0, -number)
    yield answers("utility_full_boards_only", lambda one: 0 if FREE in one.board else RIGHT[one.winner])
    yield answers("utility_full_board_is_tie", lambda one: RIGHT[one.winner] if FREE in one.board else 0)
    yield _by_winner("utility_letter_for_tie", 1, -1, O)
    yield from _other_values(evidence)
    yield tells("utility_other_values", _has_right_sign)


def _has_right_sign(one: Position, token: Token) -> bool:
    """Tell whether the number is on the right side of 0, such as one that depends on the depth."""
    return isinstance(token, (int, float)) and (token > 0) - (token < 0) == RIGHT[one.winner]


def _by_winner(code: str, for_x: Token, for_o: Token, for_tie: Token, **values: str | int) -> MistakeModel:
    table = {X: for_x, O: for_o, None: for_tie}
    return answers(code, lambda one: table[one.winner], **values)


def _other_values(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of a function that tells the three ends of a game apart, but with wrong values."""
    found: dict[str | None, set[Token]] = {winner: set() for winner in WINNERS}
    for one, token in zip(evidence.inputs, evidence.tokens, strict=True):
        found[one.winner].add(token)
    values = [next(iter(tokens)) for tokens in found.values() if len(tokens) == 1]
    if len(values) < len(WINNERS) or any(map(is_error, values)):
        return
    given = dict(zip(WINNERS, values, strict=True))
    if len(set(values)) == len(WINNERS):
        yield tells("utility_other_values", _gives(given))
    elif {*values} != {*RIGHT.values()}:
        yield tells("utility_same_for_two", _gives(given))


def _gives(given: dict[str | None, Token]) -> Callable[[Position, Token], bool]:
    return lambda one, token: token == given[one.winner]
