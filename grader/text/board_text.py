"""Boards and games drawn with ASCII characters, which every terminal and editor shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.game.board import EMPTY_BOARD, FREE, OPPONENT, turn, with_mark
from grader.model.counterexample import Counterexample
from grader.text.line_names import CELLS, shown_cells
from grader.text.move_explanation import MoveExplanation, move_explanation, played_cell

GAP = "   "
COLUMNS = "    0   1   2"
"""The numbers of the columns, above a board that has those of the rows on its left."""
BETTER = "+"
"""Stands in a cell that would have been a better move; a small letter is the move that was made."""


def draw_board(board: str, signs: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Return a board, given as nine characters, with its row and column numbers; `signs` stand in empty cells."""
    drawn = list(shown_cells(board))
    for cell, sign in (signs or {}).items():
        drawn[cell] = sign if drawn[cell] == FREE else drawn[cell]
    return (COLUMNS, *(f"{row}   {' | '.join(drawn[3 * row : 3 * row + 3])}" for row in range(3)))


def draw_change(before: str, after: str) -> tuple[str, ...]:
    """Return two boards side by side, with ``before`` and ``after`` written above."""
    sides = [("    before", *draw_board(before)), ("    after", *draw_board(after))]
    return tuple(f"{left:{len(COLUMNS)}}{GAP}{right}" for left, right in zip(*sides, strict=True))


def draw_game(moves: Sequence[int], mistake: int | None = None) -> tuple[str, ...]:
    """
    Return a game as three lines of small boards, one board after each move.

    `moves` are cell numbers 0 to 8, X first; other numbers are left out. The move with the index `mistake` is drawn as
    a small letter.
    """
    boards, board = [], EMPTY_BOARD
    for ply, cell in enumerate(move for move in moves[:CELLS] if 0 <= move < CELLS):
        symbol = "XO"[ply % 2]
        boards.append(with_mark(board, cell, symbol.lower() if ply == mistake else symbol))
        board = with_mark(board, cell, symbol)
    return _side_by_side(boards)


def draw_counterexample(example: Counterexample) -> tuple[str, ...]:
    """
    Return the drawing that shows what is wrong: the lost game, the changed board or the board alone.

    It has no lines when a dialogue shows what is wrong and the board is empty.
    """
    explained = move_explanation(example)
    if example.moves:
        return _draw_lost_game(example, explained)
    if example.after is not None:
        return draw_change(example.board, example.after)
    if explained is not None and explained.better:
        return _draw_choice(example.board, explained)
    return draw_board(example.board) if board_matters(example) else ()


def draw_continuation(explained: MoveExplanation) -> tuple[str, ...]:
    """Return the moves that show what is wrong as three lines of small boards; no lines if there are none."""
    boards, board = [], explained.start
    if explained.moves and turn(board) != explained.turn and explained.played is not None:
        boards.append(with_mark(board, explained.played, explained.turn.lower()))
    for cell in explained.moves:
        board = with_mark(board, cell, turn(board))
        boards.append(board)
    return _side_by_side(boards)


def board_matters(example: Counterexample) -> bool:
    """Return whether the board is part of what is wrong; the empty board of a dialogue is not."""
    return not example.transcript or bool(example.board.strip("."))


def mistake_index(example: Counterexample) -> int | None:
    """Return which of the moves of a lost game is the wrong one, counted from 0; None if that is not known."""
    board, cell = EMPTY_BOARD, played_cell(example)
    for ply, move in enumerate(example.moves[:CELLS]):
        if board == example.board:
            return ply if move == cell else None
        if not 0 <= move < CELLS:
            return None
        board = with_mark(board, move, turn(board))
    return None


def _draw_lost_game(example: Counterexample, explained: MoveExplanation | None) -> tuple[str, ...]:
    at = mistake_index(example)
    if explained is None or at is None:
        return draw_game(example.moves)
    letter, winner = explained.turn.lower(), OPPONENT[explained.turn]
    return (*draw_game(example.moves, at), f"{letter} your move that lets {winner} win")


def _draw_choice(board: str, explained: MoveExplanation) -> tuple[str, ...]:
    """Return the board with the move that was made and the better ones, and what their signs mean."""
    letter = explained.turn.lower()
    signs = dict.fromkeys(explained.better, BETTER)
    if explained.played is not None:
        signs[explained.played] = letter
    return (*draw_board(board, signs), f"{letter} your move", f"{BETTER} better")


def _side_by_side(boards: Sequence[str]) -> tuple[str, ...]:
    rows = ([board[at : at + 3] for at in (0, 3, 6)] for board in boards)
    return tuple(GAP.join(row) for row in zip(*rows, strict=True))
