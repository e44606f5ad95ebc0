"""
An instructor's pytest file that asks every function on every board a game can reach, in the student's own process.

It stands alone beside `tictactoe.py`, as such files do, and makes the calls that the grader makes: once each, and a
walk over all games as X and as O in which each position is asked once.
"""

# ruff: noqa: S101 - it is a test file, written as an instructor would
from __future__ import annotations

import importlib
from functools import cache
from typing import Any

import pytest

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
BELOW_ZERO = ((-1, 0), (0, -1), (-1, -1), (-1, 2), (-3, -3))
Cell = tuple[int, int]


def turn(board: str) -> str:
    """Return who is next."""
    return "X" if board.count("X") == board.count("O") else "O"


def winner(board: str) -> str | None:
    """Return who has three in a line."""
    return next((board[a] for a, b, c in LINES if board[a] != "." and board[a] == board[b] == board[c]), None)


def over(board: str) -> bool:
    """Tell whether the game is over."""
    return "." not in board or winner(board) is not None


def moves(board: str) -> list[Cell]:
    """Return the empty cells."""
    return [(at // 3, at % 3) for at, mark in enumerate(board) if mark == "."]


def after(board: str, action: Cell) -> str:
    """Return the board after a move."""
    at = action[0] * 3 + action[1]
    return board[:at] + turn(board) + board[at + 1 :]


@cache
def value(board: str) -> int:
    """Return what perfect play leads to."""
    if over(board):
        return {"X": 1, "O": -1, None: 0}[winner(board)]
    return (max if turn(board) == "X" else min)(value(after(board, action)) for action in moves(board))


@cache
def boards() -> list[str]:
    """Return every board of every game, those with few marks first."""
    found, layer = [], ["." * 9]
    while layer:
        found += layer
        layer = sorted({after(board, action) for board in layer if not over(board) for action in moves(board)})
    return found


@cache
def open_boards() -> list[str]:
    """Return those where somebody is to move."""
    return [board for board in boards() if not over(board)]


def legal_moves() -> list[tuple[str, Cell]]:
    """Return every move of every open board."""
    return [(board, action) for board in open_boards() for action in moves(board)]


def refusals() -> list[tuple[str, Cell]]:
    """Return moves that must be refused: onto marks, and off the board on those with at most one mark."""
    everywhere = [(row, column) for row in range(3) for column in range(3)]
    taken = [(board, cell) for board in open_boards() for cell in everywhere if cell not in moves(board)]
    few = [board for board in open_boards() if board.count(".") >= 8]  # noqa: PLR2004 - at most one mark
    return taken + [(board, action) for board in few for action in (*OFF_BOARD, *BELOW_ZERO)]


class Asked:
    """The student's module, called on fresh boards that must be left as they were."""

    def __init__(self) -> None:
        """Import it."""
        self.module = importlib.import_module("tictactoe")
        self.marks = {"X": self.module.X, "O": self.module.O, ".": self.module.EMPTY, None: None}

    def grid(self, board: str) -> list[list[Any]]:
        """Return the board as the module writes it."""
        return [[self.marks[mark] for mark in board[row : row + 3]] for row in (0, 3, 6)]

    def __call__(self, function: str, board: str, *more: object) -> Any:  # noqa: ANN401 - a student's value
        """Make one call."""
        grid = self.grid(board)
        answer = getattr(self.module, function)(grid, *more)
        assert grid == self.grid(board), f"{function} changed {board}"
        return answer


@pytest.fixture(scope="module", name="asked")
def _asked() -> Asked:
    return Asked()


def test_player(asked: Asked) -> None:
    """It names whose turn it is."""
    for board in open_boards():
        assert asked("player", board) == asked.marks[turn(board)], board


def test_actions(asked: Asked) -> None:
    """It names the empty cells."""
    for board in open_boards():
        assert asked("actions", board) == set(moves(board)), board


def test_result(asked: Asked) -> None:
    """It makes the move on a board of its own."""
    for board, action in legal_moves():
        assert asked("result", board, action) == asked.grid(after(board, action)), (board, action)


def test_result_refuses(asked: Asked) -> None:
    """It refuses what is no move."""
    for board, action in refusals():
        with pytest.raises(Exception):  # noqa: B017, PT011 - the sheet asks for any
            asked("result", board, action)


def test_winner(asked: Asked) -> None:
    """It sees three in a line."""
    for board in boards():
        assert asked("winner", board) == asked.marks[winner(board)], board


def test_terminal(asked: Asked) -> None:
    """It sees the end."""
    for board in boards():
        assert asked("terminal", board) == over(board), board


def test_utility(asked: Asked) -> None:
    """It counts."""
    for board in boards():
        if over(board):
            assert asked("utility", board) == value(board), board


def test_minimax(asked: Asked) -> None:
    """It keeps what each board is worth."""
    for board in boards():
        move = asked("minimax", board)
        assert move is None if over(board) else value(after(board, move)) == value(board), board


@pytest.mark.parametrize("side", ["X", "O"])
def test_never_loses(asked: Asked, side: str) -> None:
    """It never loses, whatever the other side plays."""
    seen, ahead = set(), ["." * 9]
    while ahead:
        board = ahead.pop()
        if over(board):
            assert winner(board) in {None, side}, board
        elif board not in seen:
            seen.add(board)
            chosen = [asked("minimax", board)] if turn(board) == side else moves(board)
            ahead += [after(board, action) for action in chosen]
