"""How a game goes on under best play, and what a weaker move gives away."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grader.game.board import OPPONENT, empty_cells, with_mark
from grader.game.board import winner as winner_of
from grader.game.tree import VALUE_OF_WINNER, Position, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A legal move that gives away a win or a draw."""

    side: str
    cell: int
    best: tuple[int, ...]
    missed_win: int | None
    """In how many moves `side` could have won instead; None if it could not force a win."""
    loses_in: int | None
    """In how many moves the opponent now wins; None if it cannot force a win."""
    unblocked: tuple[int, ...]
    """The cells where the opponent threatened to win with its next move and still does."""


def mistake(board: str, cell: int) -> Mistake | None:
    """Return the mistake of taking `cell` on `board`; None for a best move, an illegal move or an unknown board."""
    position = known_position(board)
    if position is None or cell not in position.moves or cell in position.best:
        return None
    side, opponent = position.turn, OPPONENT[position.turn]
    after = with_mark(board, cell, side)
    still = winning_cells(after, opponent)
    return Mistake(
        side=side,
        cell=cell,
        best=position.best,
        missed_win=wins_in(board, side),
        loses_in=wins_in(after, opponent),
        unblocked=tuple(one for one in winning_cells(board, opponent) if one in still),
    )


def known_position(board: str) -> Position | None:
    """Return the position of `board`, or None if no game reaches the board."""
    return table()[board] if board in table().index else None


def winning_cells(board: str, side: str) -> tuple[int, ...]:
    """Return the empty cells with which `side` would complete a line, whoever has to move."""
    return tuple(cell for cell in empty_cells(board) if winner_of(with_mark(board, cell, side)) == side)


def wins_in(board: str, side: str) -> int | None:
    """Return how many own moves `side` needs to win against best play; None if it cannot force a win."""
    position = table()[board]
    if position.value != VALUE_OF_WINNER[side] or position.over:
        return None
    return (_moves_left(board) + 1) // 2


def quickest(board: str) -> tuple[int, ...]:
    """Return the best moves on an open board that also have the right speed: a winner hurries, a loser delays."""
    position = table()[board]
    left = {cell: _moves_left(with_mark(board, cell, position.turn)) for cell in position.best}
    is_won = position.value == VALUE_OF_WINNER[position.turn]
    wanted = min(left.values()) if is_won else max(left.values())
    return tuple(cell for cell, moves in left.items() if moves == wanted)


def best_line(board: str) -> tuple[int, ...]:
    """Return the cells taken from `board` to the end of the game; among equally good moves one that blocks."""
    cells = []
    while not (position := table()[board]).over:
        good = quickest(board)
        blocking = [cell for cell in good if cell in winning_cells(board, OPPONENT[position.turn])]
        cells.append((blocking or good)[0])
        board = with_mark(board, cells[-1], position.turn)
    return tuple(cells)


@cache
def _moves_left(board: str) -> int:
    position = table()[board]
    if position.over:
        return 0
    return 1 + _moves_left(with_mark(board, quickest(board)[0], position.turn))
