"""Games as pages draw them: a board after each move, of a lost game or of what would have followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.game.board import EMPTY_BOARD, FREE, LINES, turn, with_mark
from grader.model.counterexample import Counterexample
from grader.reports.pages.board import DrawnBoard, drawn_board
from grader.text.move_explanation import MoveExplanation


class BoardRow(NamedTuple):
    """Boards after the moves of a game, with a title."""

    title: str
    boards: tuple[DrawnBoard, ...]


def game_boards(example: Counterexample, explained: MoveExplanation | None) -> BoardRow | None:
    """Return the lost game, or the moves that the explanation tells of; None if there are none."""
    if example.moves:
        boards = tuple(
            _boards_of_game(EMPTY_BOARD, example.moves, student=turn(example.board), mistake_on=example.board)
        )
        return BoardRow("The game, a board after each move", boards) if boards else None
    if explained is None or not explained.moves:
        return None
    if explained.start == example.board:  # what could have been played, by nobody in particular
        return BoardRow(explained.title, tuple(_boards_of_game(explained.start, explained.moves)))
    moves = (*([] if explained.played is None else [explained.played]), *explained.moves)
    boards = tuple(_boards_of_game(example.board, moves, student=explained.turn, mistake_on=example.board))
    return BoardRow(explained.title, boards)


def _boards_of_game(
    board: str, moves: Sequence[int], *, student: str = "", mistake_on: str = ""
) -> Iterator[DrawnBoard]:
    """Yield the board after each move; a move that the rules forbid, and all after it, are left out."""
    for ply, cell in enumerate(moves[:9], start=1):
        if not 0 <= cell < len(board) or board[cell] != FREE:
            return
        side, is_mistake = turn(board), board == mistake_on
        board = with_mark(board, cell, side)
        caption = f"{ply}: {side}, you" if side == student else f"{ply}: {side}"
        won = three_in_a_row(board)
        kinds = {"line": won} if won else {"played" if is_mistake else "new": {cell}}
        yield drawn_board(board, caption=caption, move_of="", **kinds)


def three_in_a_row(board: str) -> set[int]:
    """Return the cells of every line of `board` that holds three X or three O."""
    symbols = {at: board[at : at + 1] for at in range(9)}
    return {cell for line in LINES if {symbols[at] for at in line} in ({"X"}, {"O"}) for cell in line}
