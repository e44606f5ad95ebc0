"""Mistakes of `player`; its answers are read as `X`, `O`, None, or another text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, tells
from grader.game.board import EMPTY_BOARD, FREE, LINES, O, X
from grader.game.tree import Position, table


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield answers("player_always_x", lambda _: X)
    yield answers("player_always_o", lambda _: O)
    yield answers("player_turned_round", _other)
    yield answers("player_turned_round", lambda one: X if one.board == EMPTY_BOARD else _other(one))
    yield answers("player_only_empty_board", lambda one: X if one.board == EMPTY_BOARD else O)
    for mark, other in ((X, O), (O, X)):
        yield answers("player_counts_one_mark", _by_parity(mark), mark=mark)
        yield answers("player_counts_one_mark", _by_parity(mark, first=O), mark=mark)
        for but_first in (False, True):
            yield answers("player_none_for", _none_for(mark, but_first=but_first), mark=mark, other=other)
    yield from _other_for(evidence)
    yield answers("player_o_only_once", lambda one: O if one.board.count(FREE) == 8 else X)  # noqa: PLR2004
    for mark, is_equal in product((X, O), (False, True)):
        yield answers("player_counts_once", partial(_counts_once, mark, is_equal), mark=mark)
    for turn in TURNS_BY_ROWS:
        yield answers("player_counts_rows", partial(_turn_by_rows, turn))
    yield answers("player_compares_in_loop", partial(_compares_in_loop, 3))
    yield answers("player_compares_in_loop", partial(_compares_in_loop, 9))
    yield from _counts_a_part()
    # The cases are asked in canonical order: a turn kept in a global changes with every call.
    place = {position.board: at for at, position in enumerate(table().open)}
    for first, second in ((X, O), (O, X)):
        yield answers("player_global_turn", _by_call(place, first, second))
    yield answers("player_none", lambda _: None)
    yield from _other_values(evidence)


def _other(one: Position) -> Token:
    return O if one.turn == X else X


def _by_parity(mark: str, first: str = X) -> Callable[[Position], Token]:
    second = O if first == X else X
    return lambda one: second if one.board.count(mark) % 2 else first


def _none_for(mark: str, *, but_first: bool) -> Callable[[Position], Token]:
    """Return a `player` that returns nothing for `mark`, perhaps but for the first move of the game."""
    return lambda one: None if one.turn == mark and not (but_first and one.board == EMPTY_BOARD) else one.turn


TURNS_BY_ROWS: tuple[Callable[[int, int, int], bool], ...] = (
    lambda x, o, _any_mark: x <= o,
    lambda x, o, _any_mark: x == o,
    lambda x, o, _any_mark: (x + o) % 2 == 0,
    lambda _x, _o, any_mark: any_mark % 2 == 0,
)
"""When it is X's turn, if rows with X, with O and with any mark are counted instead of marks."""


def _turn_by_rows(is_x: Callable[[int, int, int], bool], one: Position) -> Token:
    rows = [one.board[at : at + 3] for at in (0, 3, 6)]
    return X if is_x(*(sum(not {*marks}.isdisjoint(row) for row in rows) for marks in (X, O, X + O))) else O


def _compares_in_loop(parts: int, one: Position) -> Token:
    """Return O as soon as one of so many parts of the board, read in order, ends with more X than O; else X."""
    begun = [one.board[: at * 9 // parts] for at in range(1, parts + 1)]
    return O if any(board.count(X) > board.count(O) for board in begun) else X


def _counts_a_part() -> Iterator[MistakeModel]:
    """Yield the mistake that some cells are not counted: a line, all but a line, or a row and a column."""
    for line, cells in enumerate(LINES):
        for model in _counts(cells):
            yield answers("player_counts_one_line", model, lines=str(line))
        others = tuple(cell for cell in range(9) if cell not in cells)
        for model in _counts(others):
            yield answers("player_leaves_out_line", model, lines=str(line))
    for rows, columns in product(((0, 1), (1, 2), (0, 2)), repeat=2):
        block = tuple(row * 3 + column for row, column in product(rows, columns))
        for model in _counts(block):
            yield answers("player_counts_some_cells", model, cells="".join(map(str, block)))


def _counts(cells: tuple[int, ...]) -> Iterator[Callable[[Position], Token]]:
    """Yield the ways to tell the turn from some of the cells."""

    def part(one: Position) -> str:
        return "".join(one.board[cell] for cell in cells)

    yield lambda one: X if part(one).count(X) == part(one).count(O) else O
    yield lambda one: X if part(one).count(X) <= part(one).count(O) else O
    yield lambda one: X if (len(cells) - part(one).count(FREE)) % 2 == 0 else O
    yield lambda one: X if part(one).count(FREE) % 2 else O


def _by_call(place: dict[str, int], first: str, second: str) -> Callable[[Position], Token]:
    return lambda one: second if place[one.board] % 2 else first


def _counts_once(once: str, is_equal: bool, one: Position) -> Token:  # noqa: FBT001 - how the counts are compared
    x, o = (min(count, 1) if mark == once else count for mark in (X, O) for count in [one.board.count(mark)])
    return X if x == o or (x < o and not is_equal) else O


def _other_values(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of a function that tells the players apart, but calls them by other values."""
    by_turn: dict[str, set[Token]] = {X: set(), O: set()}
    for one, token in zip(evidence.inputs, evidence.tokens, strict=True):
        by_turn[one.turn].add(token)
    if all(len(tokens) == 1 for tokens in by_turn.values()) and by_turn[X] != by_turn[O]:
        yield tells("player_other_values", lambda one, token: token in by_turn[one.turn] and token not in {X, O, None})


def _other_for(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that all turns of a player give one value that is no player."""
    found = {(evidence.inputs[at].turn, evidence.tokens[at]) for at in evidence.wrong_places}
    if len(found) != 1:
        return
    ((mark, token),) = found
    if isinstance(token, str) and token.startswith("="):
        yield answers(
            "player_other_for", lambda one: token if one.turn == mark else one.turn, mark=mark, answer=token[1:]
        )
