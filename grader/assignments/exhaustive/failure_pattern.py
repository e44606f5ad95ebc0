"""What wrong answers have in common: something that is true of the wrong boards and of no others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import NamedTuple

from grader.game.board import EMPTY_BOARD, FREE, LINES, O, X
from grader.game.tree import Position
from grader.model.reason import Reason, reason

WITNESSES = 3
"""Boards from which something is concluded about all others of their kind."""


class FullLine(NamedTuple):
    """A line that one player has filled."""

    line: int
    """Its index in `LINES`."""
    player: str


def pattern(chosen: Sequence[Position], wrong: Collection[str]) -> Reason | None:
    """
    Return what the `wrong` boards among the `chosen` ones have in common.

    For example that the anti-diagonal is missed, or that O is to move. None if nothing is true of exactly these boards,
    if none is wrong, or if all are; nothing is concluded from one or two boards about all of a kind.
    """
    boards = {position.board for position in chosen}
    if not wrong or len(wrong) == len(boards):
        return None
    if len(wrong) < WITNESSES:
        return reason("on_empty_board") if wrong == {EMPTY_BOARD} else None
    for code, is_of_kind in KINDS_OF_BOARD.items():
        if {position.board for position in chosen if is_of_kind(position)} == wrong:
            return reason(code)
    return _lines_missed(chosen, wrong)


def _lines_missed(chosen: Sequence[Position], wrong: Collection[str]) -> Reason | None:
    """Return which full lines are missed, if missing them explains every wrong board; else None."""
    if any(position.winner is None for position in chosen):
        return None
    seen: set[FullLine] = set()
    missed: set[FullLine] = set()
    for position in chosen:
        lines = full_lines(position.board)
        if len(lines) == 1:
            (missed if position.board in wrong else seen).add(FullLine(lines[0], str(position.winner)))
    if not missed or missed & seen:
        return None
    for position in chosen:
        own = {FullLine(line, str(position.winner)) for line in full_lines(position.board)}
        # A line that no chosen board has as its only full line is in neither set: nothing is known about it.
        if own & seen if position.board in wrong else own <= missed:
            return None
    return _missed_lines(missed)


def _missed_lines(missed: Collection[FullLine]) -> Reason:
    """Return which lines are missed; a line is written as the digit of its index."""
    by_x, by_o = ("".join(sorted(str(each.line) for each in missed if each.player == mark)) for mark in (X, O))
    if by_x == by_o:
        return reason("misses_lines", lines=by_x)
    if by_x and by_o:
        return reason("misses_lines_of_both", lines_of_x=by_x, lines_of_o=by_o)
    return reason("misses_lines_of_x", lines_of_x=by_x) if by_x else reason("misses_lines_of_o", lines_of_o=by_o)


@cache
def full_lines(board: str) -> tuple[int, ...]:
    """Return the indices in `LINES` of the lines that are full."""
    return tuple(at for at, (a, b, c) in enumerate(LINES) if FREE != board[a] == board[b] == board[c])


KINDS_OF_BOARD: dict[str, Callable[[Position], bool]] = {
    "on_empty_board": lambda position: position.board == EMPTY_BOARD,
    "when_x_moves": lambda position: not position.over and position.turn == X,
    "when_o_moves": lambda position: not position.over and position.turn == O,
    "where_x_won": lambda position: position.winner == X,
    "where_o_won": lambda position: position.winner == O,
    "where_somebody_won": lambda position: position.winner is not None,
    "on_ties": lambda position: position.over and position.winner is None,
    "on_full_boards": lambda position: FREE not in position.board,
    "on_boards_with_free_cells": lambda position: FREE in position.board,
    "on_finished_boards": lambda position: position.over,
    "on_unfinished_boards": lambda position: not position.over,
}
"""By code: kinds of boards, the narrower kinds first."""
