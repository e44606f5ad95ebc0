"""
An instructor's pytest file that calls every function on every reachable board, in the student's own process.

It needs only `tictactoe.py` next to it, as such files do, and makes the calls that the grader makes: each once, and
then all games as X and as O, in which each position is asked once.
"""

# ruff: noqa: S101 - it is a test file, written as an instructor would
from __future__ import annotations

import importlib
from functools import cache
from typing import Any

import pytest

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
BELOW_ZERO = ((-1, 0), (0, -1), (1, -1), (-1, -1), (-1, 2), (-3, -3))
Cell = tuple[int, int]


def turn(board: str) -> str:
    """Return who is next."""
    return "X" if board.count("X") == board.count("O") else "O"


def winner(board: str) -> str | None:
    """Return who has three in a line."""
    return next((board[a] for a, b, c in LINES if board[a] != "." and board[a] == board[b] == board[c]), None)


def over(board: str) -> bool:
    """Return whether the game is over."""
    return "." not in board or winner(board) is not None


def moves(board: str) -> list[Cell]:
    """Return the empty cells."""
    return [(at // 3, at % 3) for at, symbol in enumerate(board) if symbol == "."]


def after(board: str, action: Cell) -> str:
    """Return the board after a move."""
    at = action[0] * 3 + action[1]
    return board[:at] + turn(board) + board[at + 1 :]


@cache
def value(board: str) -> int:
    """Return the score that perfect play leads to."""
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
    """Return the boards on which a move can be made."""
    return [board for board in boards() if not over(board)]


def legal_moves() -> list[tuple[str, Cell]]:
    """Return every move of every open board."""
    return [(board, action) for board in open_boards() for action in moves(board)]


def refusals() -> list[tuple[str, Cell]]:
    """Return moves that must be refused: occupied cells, and cells off the board on boards with at most one mark."""
    everywhere = [(row, column) for row in range(3) for column in range(3)]
    taken = [(board, cell) for board in open_boards() for cell in everywhere if cell not in moves(board)]
    few = [board for board in open_boards() if board.count(".") >= 8]  # noqa: PLR2004 - at most one mark
    return taken + [(board, action) for board in few for action in (*OFF_BOARD, *BELOW_ZERO)]


class StudentModule:
    """Calls the student's module on fresh boards, which it must not change."""

    def __init__(self) -> None:
        """Import the module."""
        self.module = importlib.import_module("tictactoe")
        self.cells = {"X": self.module.X, "O": self.module.O, ".": self.module.EMPTY, None: None}

    def grid(self, board: str) -> list[list[Any]]:
        """Return the board as the module writes it."""
        return [[self.cells[symbol] for symbol in board[row : row + 3]] for row in (0, 3, 6)]

    def __call__(self, function: str, board: str, *more: object) -> Any:  # noqa: ANN401 - a student's value
        """Make one call and return its answer (AssertionError if the board was changed)."""
        grid = self.grid(board)
        answer = getattr(self.module, function)(grid, *more)
        assert grid == self.grid(board), f"{function} changed {board}"
        return answer


@pytest.fixture(scope="module", name="call")
def _call() -> StudentModule:
    return StudentModule()


def test_player(call: StudentModule) -> None:
    """It returns whose turn it is."""
    for board in open_boards():
        assert call("player", board) == call.cells[turn(board)], board


def test_actions(call: StudentModule) -> None:
    """It returns the empty cells."""
    for board in open_boards():
        assert call("actions", board) == set(moves(board)), board


def test_result(call: StudentModule) -> None:
    """It makes the move on a new board."""
    for board, action in legal_moves():
        assert call("result", board, action) == call.grid(after(board, action)), (board, action)


def test_result_refuses(call: StudentModule) -> None:
    """It raises for an invalid move."""
    for board, action in refusals():
        with pytest.raises(Exception):  # noqa: B017, PT011 - the sheet asks for any
            call("result", board, action)


def test_winner(call: StudentModule) -> None:
    """It finds three in a line."""
    for board in boards():
        assert call("winner", board) == call.cells[winner(board)], board


def test_terminal(call: StudentModule) -> None:
    """It knows when the game is over."""
    for board in boards():
        assert call("terminal", board) == over(board), board


def test_utility(call: StudentModule) -> None:
    """It returns the score."""
    for board in boards():
        if over(board):
            assert call("utility", board) == value(board), board


def test_minimax(call: StudentModule) -> None:
    """Its move keeps the value of the board."""
    for board in boards():
        move = call("minimax", board)
        assert move is None if over(board) else value(after(board, move)) == value(board), board


@pytest.mark.parametrize("side", ["X", "O"])
def test_never_loses(call: StudentModule, side: str) -> None:
    """It does not lose against any moves of the other side."""
    seen, ahead = set(), ["." * 9]
    while ahead:
        board = ahead.pop()
        if over(board):
            assert winner(board) in {None, side}, board
        elif board not in seen:
            seen.add(board)
            chosen = [call("minimax", board)] if turn(board) == side else moves(board)
            ahead += [after(board, action) for action in chosen]
