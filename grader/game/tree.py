"""
Every board that a game can reach, and the result of perfect play from there: computed once, in a few milliseconds.

Sweeps and reports use the canonical order: boards with few marks first, then in string order, `.` < `O` < `X`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from grader.game.board import EMPTY_BOARD, FREE, OPPONENT, O, X, winner, with_mark

VALUE_OF_WINNER = {X: 1, O: -1, None: 0}


class Position(NamedTuple):
    """One reachable board and all facts about it."""

    board: str
    turn: str
    """Who would play next, `X` or `O`, by the number of marks, on finished boards, too."""
    winner: str | None
    over: bool
    value: int
    """The result of perfect play from here: 1 if X wins, -1 if O wins, 0 for a tie."""
    moves: tuple[int, ...]
    """The free cells in ascending order; none if the game is over."""
    best: tuple[int, ...]
    """The moves that keep the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTable:
    """All positions in canonical order."""

    positions: tuple[Position, ...]
    index: Mapping[str, int]
    """By board: its index in `positions`."""
    open: tuple[Position, ...]
    """The positions where the game goes on, in canonical order."""
    finished: tuple[Position, ...]
    """The positions that are won or full, in canonical order."""

    def __getitem__(self, board: str) -> Position:
        """Return the position of `board` (KeyError if no game reaches it)."""
        return self.positions[self.index[board]]

    def value_after(self, board: str, cell: int) -> int:
        """Return the value of the position after `cell` is taken on `board` (KeyError for an illegal move)."""
        position = self[board]
        if cell not in position.moves:
            raise KeyError(cell)
        return self[with_mark(board, cell, position.turn)].value


@cache
def table() -> GameTable:
    known: dict[str, Position] = {}
    _add(EMPTY_BOARD, X, known)
    positions = tuple(sorted(known.values(), key=lambda position: (-position.board.count(FREE), position.board)))
    return GameTable(
        positions=positions,
        index=MappingProxyType({position.board: place for place, position in enumerate(positions)}),
        open=tuple(position for position in positions if not position.over),
        finished=tuple(position for position in positions if position.over),
    )


def _add(board: str, turn: str, known: dict[str, Position]) -> int:
    """Add `board` and all boards after it to the `known` positions; return its value."""
    won_by = winner(board)
    # Without `with_mark` and `empty_cells`: sixteen thousand calls take longer than all else here.
    cells = () if won_by else tuple([cell for cell, own in enumerate(board) if own == FREE])
    after = [board[:cell] + turn + board[cell + 1 :] for cell in cells]
    values = [known[one].value if one in known else _add(one, OPPONENT[turn], known) for one in after]
    value = (max(values) if turn == X else min(values)) if values else VALUE_OF_WINNER[won_by]
    best = tuple([cell for cell, reached in zip(cells, values, strict=True) if reached == value])
    known[board] = Position(board, turn, won_by, not cells, value, cells, best)
    return value
