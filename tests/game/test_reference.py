"""The game table against the model answer, which was written separately."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.game.board import play
from grader.game.tree import table

if TYPE_CHECKING:
    from types import ModuleType

REFERENCE = Path(__file__).parents[2] / "reference" / "tictactoe.py"


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """Import the model answer by its path; a tree without it is broken."""
    spec = importlib.util.spec_from_file_location("reference_tictactoe", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(reference: ModuleType, board: str) -> list[list[Any]]:
    """Return `board` the way the model answer writes it."""
    marks = {"X": reference.X, "O": reference.O, ".": reference.EMPTY}
    return [[marks[symbol] for symbol in board[start : start + 3]] for start in (0, 3, 6)]


def test_both_begin_on_the_same_board(reference: ModuleType) -> None:
    """The first position is the model answer's initial state."""
    assert reference.initial_state() == written(reference, table().positions[0].board)


def test_both_see_the_same_turns_moves_and_results(reference: ModuleType) -> None:
    """`player`, `actions` and `result` on every open board and for every move."""
    for position in table().open:
        board = written(reference, position.board)
        assert reference.player(board) == getattr(reference, position.turn)
        assert reference.actions(board) == {divmod(cell, 3) for cell in position.moves}
        for cell in position.moves:
            assert reference.result(board, divmod(cell, 3)) == written(reference, play(position.board, cell))


def test_both_see_the_same_winners_ends_and_utilities(reference: ModuleType) -> None:
    """`winner` and `terminal` on every board, `utility` on the finished ones."""
    for position in table().positions:
        board = written(reference, position.board)
        assert reference.winner(board) == (position.winner and getattr(reference, position.winner))
        assert reference.terminal(board) is position.over
        if position.over:
            assert reference.utility(board) == position.value


def test_the_model_answer_plays_a_best_move_on_every_board(reference: ModuleType) -> None:
    """`minimax` keeps the value of every open board and has nothing to say on finished ones."""
    for position in table().open:
        row, column = reference.minimax(written(reference, position.board))
        assert row * 3 + column in position.best
    for position in table().finished:
        assert reference.minimax(written(reference, position.board)) is None
