"""Boards and games drawn with ASCII characters, which every terminal and editor shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.model.counterexample import Counterexample

CELLS = 9
EMPTY = "." * CELLS
GAP = "   "


def draw_board(board: str) -> tuple[str, ...]:
    """Return a board, given as nine characters, as three lines such as ``X | O | .``."""
    return tuple(" | ".join(row) for row in _rows(board))


def one_line_board(board: str) -> str:
    """Return a board in one line, such as ``[X O .] [. X .] [. . .]``."""
    return " ".join(f"[{' '.join(row)}]" for row in _rows(board))


def draw_change(before: str, after: str) -> tuple[str, ...]:
    """Return two boards side by side, with ``before`` and ``after`` written above."""
    pairs = zip(draw_board(before), draw_board(after), strict=True)
    return (f"{'before':9}{GAP}after", *(f"{left}{GAP}{right}" for left, right in pairs))


def draw_game(moves: Sequence[int]) -> tuple[str, ...]:
    """
    Return a game as three lines of small boards, one board after each move.

    `moves` are cell numbers 0 to 8, X first; other numbers are left out.
    """
    boards, board = [], EMPTY
    for ply, cell in enumerate(move for move in moves[:CELLS] if 0 <= move < CELLS):
        board = board[:cell] + "XO"[ply % 2] + board[cell + 1 :]
        boards.append(board)
    return draw_small_boards(boards)


def draw_small_boards(boards: Sequence[str]) -> tuple[str, ...]:
    """Return boards, each given as nine characters, side by side as three lines; no lines without boards."""
    return tuple(GAP.join(rows) for rows in zip(*map(_rows, boards), strict=True))


def draw_counterexample(example: Counterexample) -> tuple[str, ...]:
    """
    Return the drawing that shows what is wrong: the lost game, the changed board or the board alone.

    It has no lines when a dialogue shows what is wrong and the board is empty.
    """
    if example.moves:
        return draw_game(example.moves)
    if example.after is not None:
        return draw_change(example.board, example.after)
    return draw_board(example.board) if board_matters(example) else ()


def board_matters(example: Counterexample) -> bool:
    """Return whether the board is part of what is wrong; the empty board of a dialogue is not."""
    return not example.transcript or bool(example.board.strip("."))


def _rows(board: str) -> tuple[str, ...]:
    # A result may come from a file that somebody edited: a drawing never shows characters from outside.
    known = "".join(_cells(board))
    return known[0:3], known[3:6], known[6:9]


def _cells(board: str) -> Iterable[str]:
    for index in range(CELLS):
        char = board[index : index + 1]
        yield char if char and char in "XO." else "?"
