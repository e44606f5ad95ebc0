"""
About thirty example calls, such as checks of this assignment make; both sampled peers use them.

This file is copied next to theirs and imported there, so it imports nothing of this project. Searches are called only
near the end of the game, where they are short.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from types import ModuleType
from typing import Any

Cell = tuple[int, int]


@dataclass(frozen=True)
class AnyException:
    """Expected: an exception of any type."""


@dataclass(frozen=True)
class OneOf:
    """Expected: one of several moves."""

    moves: tuple[Cell, ...]


@dataclass(frozen=True)
class Example:
    """One call and its expected answer."""

    name: str
    function: str
    board: str
    """Nine characters, row by row."""
    expected: object
    action: Cell | None = None


def _cells(board: str) -> set[Cell]:
    return {(at // 3, at % 3) for at, symbol in enumerate(board) if symbol == "."}


def _best(*moves: Cell) -> OneOf:
    return OneOf(moves)


EMPTY, EARLY, LATE, TIE = "." * 9, "X...O....", "XOXO.OX..", "XOXXOOOXX"

EXAMPLES = (
    Example("player_begins_with_x", "player", EMPTY, "X"),
    Example("player_o_after_x", "player", "....X....", "O"),
    Example("player_late_in_the_game", "player", "XOXO.X.O.", "X"),
    Example("actions_of_the_empty_board", "actions", EMPTY, _cells(EMPTY)),
    Example("actions_early", "actions", EARLY, _cells(EARLY)),
    Example("actions_late", "actions", LATE, _cells(LATE)),
    Example("actions_one_cell_left", "actions", "XOXXOOOX.", {(2, 2)}),
    Example("result_of_the_first_move", "result", EMPTY, "....X....", (1, 1)),
    Example("result_of_o", "result", "X........", "XO.......", (0, 1)),
    Example("result_in_the_corner", "result", EARLY, "X...O...X", (2, 2)),
    Example("result_refuses_an_occupied_cell", "result", EARLY, AnyException(), (1, 1)),
    Example("result_refuses_a_cell_off_the_board", "result", EARLY, AnyException(), (3, 0)),
    Example("result_leaves_the_board_alone", "result", LATE, "XOXOXOX..", (1, 1)),
    Example("winner_in_a_row", "winner", "XXXOO....", "X"),
    Example("winner_in_a_column", "winner", "OX.OX.O.X", "O"),
    Example("winner_on_the_main_diagonal", "winner", "XO.OX...X", "X"),
    Example("winner_on_the_other_diagonal", "winner", "XXO.O.OX.", "O"),
    Example("winner_none_yet", "winner", EARLY, None),
    Example("winner_none_in_a_tie", "winner", TIE, None),
    Example("terminal_not_at_the_start", "terminal", EMPTY, expected=False),
    Example("terminal_when_won", "terminal", "XXXOO....", expected=True),
    Example("terminal_when_full", "terminal", TIE, expected=True),
    Example("utility_x_won", "utility", "XXXOO....", 1),
    Example("utility_o_won", "utility", "OX.OX.O.X", -1),
    Example("utility_tie", "utility", TIE, 0),
    Example("minimax_none_when_over", "minimax", TIE, None),
    Example("minimax_takes_the_win", "minimax", "XX.OO.X.O", _best((0, 2))),
    Example("minimax_blocks", "minimax", "XOX.X.O..", _best((2, 2))),
    Example("minimax_near_the_end", "minimax", "XOXOOX...", _best((2, 2))),
)


def problem_with(module: ModuleType, example: Example) -> str | None:
    """Make the call and return what is wrong with its answer, None if it is right."""
    board = _grid(module, example.board)
    before = copy.deepcopy(board)
    arguments = (board,) if example.action is None else (board, example.action)
    try:
        answer = getattr(module, example.function)(*arguments)
    except Exception as error:  # noqa: BLE001 - the student's code may raise anything
        return None if isinstance(example.expected, AnyException) else f"raised {error!r}"
    if board != before:
        return "changed the board"
    return None if _right(module, example, answer) else f"expected {example.expected}, not {answer!r}"


def _grid(module: ModuleType, board: str) -> list[list[Any]]:
    cells = {"X": module.X, "O": module.O, ".": module.EMPTY}
    return [[cells[symbol] for symbol in board[row : row + 3]] for row in (0, 3, 6)]


def _right(module: ModuleType, example: Example, answer: object) -> bool:
    expected = example.expected
    if isinstance(expected, OneOf):
        return answer in expected.moves
    if example.function == "result" and isinstance(expected, str):
        return answer == _grid(module, expected)
    if isinstance(expected, str):
        return bool(answer == getattr(module, expected))
    return answer == expected
