"""
The rules of tic-tac-toe. A board is a text of nine characters, `X`, `O` or `.` (empty), row by row.

Cells are numbered 0 to 8: three times the row plus the column. A student's module may write boards in another way.
"""

from __future__ import annotations

from functools import cache

X = "X"
O = "O"  # noqa: E741 - the player's name in the game itself
OPPONENT = {X: O, O: X}
FREE = "."
EMPTY_BOARD = FREE * 9

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
LINES = ROWS + COLUMNS + DIAGONALS

TURNED = (tuple(range(9)), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6))
SYMMETRIES = (*TURNED, *((*cells[6:], *cells[3:6], *cells[:3]) for cells in TURNED))
"""The cells of the board as it is, turned, and each of these upside down."""


@cache
def winner(board: str) -> str | None:
    for a, b, c in LINES:
        if board[a] != FREE and board[a] == board[b] == board[c]:
            return board[a]
    return None


@cache
def full_lines(board: str) -> tuple[int, ...]:
    """Return the indices in `LINES` of the full lines."""
    return tuple(at for at, (a, b, c) in enumerate(LINES) if FREE != board[a] == board[b] == board[c])


@cache
def turn(board: str) -> str:
    """Return who would play next. Only the number of marks decides, so a finished board has an answer, too."""
    return X if board.count(X) == board.count(O) else O


def is_over(board: str) -> bool:
    return FREE not in board or winner(board) is not None


def empty_cells(board: str) -> tuple[int, ...]:
    return tuple([cell for cell, symbol in enumerate(board) if symbol == FREE])


@cache
def canonical(board: str) -> str:
    """Return one board for all turned or mirrored images of `board`."""
    return min("".join(board[cell] for cell in symmetry) for symmetry in SYMMETRIES)


def with_mark(board: str, cell: int, mark: str) -> str:
    """Return the board with `mark` at `cell`, without the tests of `play`."""
    return board[:cell] + mark + board[cell + 1 :]


def play(board: str, cell: int) -> str:
    """Return the board after the next player has taken `cell` (ValueError if the cell is taken or does not exist)."""
    if not 0 <= cell < len(board) or board[cell] != FREE:
        message = f"cell {cell} of {board} cannot be marked"
        raise ValueError(message)
    return with_mark(board, cell, turn(board))
