"""Judges a solution of the corpus in this process, on a few boards that are quick to search."""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from unittest import mock

from grader.game.board import X, with_mark
from grader.game.tree import VALUE_OF_WINNER, Position, table

MAX_FREE = 3
STEP = 24
"""Of the boards with at most `MAX_FREE` free cells one in so many is asked, and the empty one."""
POSITIONS = [table().positions[0], *[one for one in table().positions if one.board.count(".") <= MAX_FREE][::STEP]]
OFF_BOARD = ((3, 0), (0, 3), (-1, 0), (0, -1))
NOT_NEEDED = ("tictactoe", "numpy", "pandas", "pygame")
"""Modules that some files import and never use: the file itself, and others that need not be installed here."""
Cells = list[list[Any]]


def first_wrong_answer(source: str) -> str:
    """Return which function answers wrongly first, and on which board; an empty text if all answers are right."""
    module = ModuleType("tictactoe")
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
        mock.patch.dict(sys.modules, dict.fromkeys(NOT_NEEDED, module)),
    ):
        warnings.simplefilter("ignore", SyntaxWarning)  # students compare texts with `is`
        exec(compile(source, "tictactoe.py", "exec"), module.__dict__)  # noqa: S102 - our own corpus
        for position in POSITIONS:
            for name in _wrong(module, position):
                return f"{name} on {position.board}"
    return ""


def _wrong(module: ModuleType, position: Position) -> Iterator[str]:
    """Yield the functions that answer wrongly on one board."""
    expected: dict[str, object] = {"winner": _cell(module, position.winner), "terminal": position.over}
    if position.over:
        expected |= {"utility": VALUE_OF_WINNER[position.winner], "minimax": None}
    else:
        expected |= {"player": _cell(module, position.turn), "actions": _moves(position.moves)}
        yield from _wrong_results(module, position)
    for name, value in expected.items():
        answer = _asked(module, name, position.board)
        if answer != value or type(answer) is not type(value):
            yield name
    if 0 < len(position.moves) <= MAX_FREE and _asked(module, "minimax", position.board) not in _moves(position.best):
        yield "minimax"


def _wrong_results(module: ModuleType, position: Position) -> Iterator[str]:
    """Yield `result` if it answers a move wrongly, changes its board or accepts what is no move."""
    for cell in position.moves:
        board = _cells(module, position.board)
        after = _cells(module, with_mark(position.board, cell, position.turn))
        if _called(module, "result", board, divmod(cell, 3)) != after or board != _cells(module, position.board):
            yield "result"
    taken = [divmod(cell, 3) for cell, mark in enumerate(position.board) if mark != "."]
    for action in (*taken[:1], *OFF_BOARD):
        if not isinstance(_called(module, "result", _cells(module, position.board), action), Exception):
            yield "result"


def _asked(module: ModuleType, name: str, board: str) -> object:
    return _called(module, name, _cells(module, board))


def _called(module: ModuleType, name: str, *arguments: object) -> object:
    """Return what a function returns, or the exception that it raises."""
    try:
        answer: object = getattr(module, name)(*arguments)
    except Exception as error:  # noqa: BLE001 - whatever a solution raises is its answer
        return error
    return answer


def _cells(module: ModuleType, board: str) -> Cells:
    return [[_cell(module, mark) for mark in board[start : start + 3]] for start in (0, 3, 6)]


def _cell(module: ModuleType, mark: str | None) -> object:
    if mark is None:
        return None
    return module.EMPTY if mark == "." else module.X if mark == X else module.O


def _moves(cells: tuple[int, ...]) -> set[tuple[int, int]]:
    return {divmod(cell, 3) for cell in cells}
