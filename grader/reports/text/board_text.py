"""Boards drawn with characters every terminal, editor and browser has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.model.result import Counterexample

CELLS = 9
EMPTY = "." * CELLS
GAP = "   "


def draw(board: str) -> tuple[str, ...]:
    """Return a board of nine characters as three lines, such as ``X | O | .``."""
    return tuple(" | ".join(row) for row in _rows(board))


def draw_change(before: str, after: str) -> tuple[str, ...]:
    """Return two boards side by side, with what they are written above."""
    pairs = zip(draw(before), draw(after), strict=True)
    return (f"{'before':9}{GAP}after", *(f"{left}{GAP}{right}" for left, right in pairs))


def draw_game(moves: Sequence[int]) -> tuple[str, ...]:
    """Return a game as three lines of small boards, one after each move, X first."""
    boards, board = [], EMPTY
    for ply, cell in enumerate(move for move in moves[:CELLS] if 0 <= move < CELLS):
        board = board[:cell] + "XO"[ply % 2] + board[cell + 1 :]
        boards.append(_rows(board))
    return tuple(GAP.join(rows) for rows in zip(*boards, strict=True))


def picture(example: Counterexample) -> tuple[str, ...]:
    """
    Return the drawing that shows what is wrong: the lost game, the changed board or the board alone.

    Of a dialogue that shows it, an empty board is no part.
    """
    if example.moves:
        return draw_game(example.moves)
    if example.after is not None:
        return draw_change(example.board, example.after)
    return draw(example.board) if board_tells(example) else ()


def board_tells(example: Counterexample) -> bool:
    """Return whether the board says anything: an empty one does not where there is a dialogue."""
    return not example.transcript or bool(example.board.strip("."))


def _rows(board: str) -> tuple[str, ...]:
    # A result may come from a file somebody edited: a drawing never carries other characters than its own.
    safe = "".join(_cells(board))
    return safe[0:3], safe[3:6], safe[6:9]


def _cells(board: str) -> Iterable[str]:
    for index in range(CELLS):
        char = board[index : index + 1]
        yield char if char and char in "XO." else "?"
