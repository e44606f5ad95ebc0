"""
Every board that a game can reach, and the result of perfect play from there: computed once, in a few milliseconds.

Sweeps and reports use the canonical order: boards with few marks first, then in string order, `.` < `O` < `X`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from grader.game.board import EMPTY_BOARD, FREE, O, X, winner, with_mark

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    layers = _successors_by_marks()
    known: dict[str, Position] = {}
    for marks in reversed(range(len(layers))):
        mover = X if marks % 2 == 0 else O
        for board, successors in layers[marks].items():
            known[board] = _position(board, mover, successors, known)
    positions = tuple(known[board] for layer in layers for board in layer)
    return GameTable(
        positions=positions,
        index=MappingProxyType({position.board: place for place, position in enumerate(positions)}),
        open=tuple(position for position in positions if not position.over),
        finished=tuple(position for position in positions if position.over),
    )


def _successors_by_marks() -> list[dict[str, dict[int, str]]]:
    """Return, by number of marks, the reachable boards in string order, each with the boards after its legal moves."""
    layers = []
    reached = {EMPTY_BOARD}
    for marks in range(len(EMPTY_BOARD) + 1):
        mark = X if marks % 2 == 0 else O
        layer = {board: _successors(board, mark) for board in sorted(reached)}
        reached = {after for successors in layer.values() for after in successors.values()}
        layers.append(layer)
    return layers


def _successors(board: str, mark: str) -> dict[int, str]:
    """Return the board after each legal move, by cell; none if the game is over."""
    if winner(board) is not None:
        return {}
    # Without `with_mark` and `empty_cells`: sixteen thousand calls take longer than all else here.
    return {cell: board[:cell] + mark + board[cell + 1 :] for cell, own in enumerate(board) if own == FREE}


def _position(board: str, turn: str, successors: Mapping[int, str], known: Mapping[str, Position]) -> Position:
    if not successors:
        won_by = winner(board)
        return Position(board, turn, won_by, True, VALUE_OF_WINNER[won_by], (), ())  # noqa: FBT003 - names take time
    values = [known[after].value for after in successors.values()]
    value = max(values) if turn == X else min(values)
    best = tuple([cell for cell, reached in zip(successors, values, strict=True) if reached == value])
    return Position(board, turn, None, False, value, tuple(successors), best)  # noqa: FBT003 - as above
