"""A wrong move is explained by what it gives away; nothing is said about other answers."""

from __future__ import annotations

import dataclasses

import pytest

from grader.game.tree import table
from grader.model.counterexample import Counterexample
from grader.text.move_explanation import cells_text, move_explanation

MOVE = Counterexample(function="minimax", board="XX.OO....", call="minimax(board)", got="", expected="(0, 2)")


@pytest.mark.parametrize(
    ("board", "action", "sentence"),
    [
        (
            "XX.OO....",
            (2, 2),
            "X can win at once at row 0, column 2; your move (2, 2) lets O win at once at row 1, column 2.",
        ),
        ("....OX.OX", (0, 1), "X can win at once at row 0, column 2; your move (0, 1) lets O draw."),
        ("X.......O", (1, 1), "X can win in 3 moves, starting at (0, 2) or (2, 0); your move (1, 1) lets O draw."),
        ("XO..X....", (2, 2), ""),
        (
            "X...O...X",
            (0, 2),
            "O keeps the draw at (0, 1), (1, 0), (1, 2) or (2, 1); your move (0, 2) lets X win in 2 moves.",
        ),
        ("XX..O....", (2, 2), "X threatens to win at row 0, column 2; your move (2, 2) does not stop that."),
        ("XX..O....", (0, 1), "Row 0, column 1 is taken: X is there."),
    ],
)
def test_a_wrong_move_is_explained_by_what_it_gives_away(board: str, action: tuple[int, int], sentence: str) -> None:
    """A win, a draw, a threat that stays; where all moves lose, as on the fourth board, no move is wrong."""
    explained = move_explanation(dataclasses.replace(MOVE, board=board, action=action))

    assert (explained.sentence if explained else "") == sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"got": "(3, 1)"}, "(3, 1) is off the board: rows and columns are numbered 0 to 2."),
        ({"got": "[1, -2]"}, "[1, -2] is off the board: rows and columns are numbered 0 to 2."),
        ({"got": "None"}, "The game is not over: X must move."),
        (
            {"got": "None", "board": "X.XO..XO."},
            "The game is not over: O must move, though every move loses against best play.",
        ),
        ({"board": "XXXOO....", "action": (2, 2), "expected": "None"}, "The game is over: X has won."),
        ({"board": "XOXXOOOXX", "action": (0, 0), "expected": "None"}, "The game is over: the board is full."),
    ],
)
def test_what_is_no_move_is_explained_too(more: dict[str, object], sentence: str) -> None:
    """A cell off the board, as by a student who counts from 1; no move where there is one; a move after the end."""
    explained = move_explanation(dataclasses.replace(MOVE, **more))  # type: ignore[arg-type]
    assert explained is not None
    assert (explained.sentence, explained.better, explained.moves) == (sentence, (), ())


@pytest.mark.parametrize(
    ("board", "expected", "sentence"),
    [
        ("....OX.OX", "-1", "X can win at once at row 0, column 2, so the value is -1."),
        ("X.XO..XO.", "-1", "X wins whatever O does, so the value is -1."),
        (".........", "0", "Neither side can force a win, so the value is 0."),
    ],
)
def test_the_value_of_a_board_is_explained_by_best_play(board: str, expected: str, sentence: str) -> None:
    """The sign is the one that the assignment asks for."""
    asked = dataclasses.replace(MOVE, board=board, call="minimax(board, 0, True)", expected=expected, got="7")
    explained = move_explanation(asked)
    assert explained is not None
    assert explained.sentence == sentence
    assert move_explanation(dataclasses.replace(asked, got="no answer within 5 s")) is None


@pytest.mark.parametrize(
    "more",
    [
        {"action": (2, 2), "expected": "a tuple (row, column) of an empty cell"},
        {"action": (2, 2), "after": "XX.OO...X"},
        {"action": (2, 2), "call": "result(board, (2, 2))", "expected": "an exception"},
        {"action": (3, 9), "got": "3, 9"},
        {"action": (-1, 2), "got": "raised ValueError"},
        {"action": (2, 2), "expected": "{(0, 2), (1, 2)}"},
        {"action": (0, 2)},
        {"action": (2, 2), "board": "XXX.OO...", "after": "XXX.OO..X"},
        {"board": "XXXOO....", "got": "X", "expected": "None"},
        {"action": (2, 2), "board": "no board"},
        {"action": (2, 2), "board": "XXXXX...."},
        {},
    ],
)
def test_other_answers_are_not_explained(more: dict[str, object]) -> None:
    """A check of something else, a best move, a finished game, and whatever an edited result may hold."""
    assert move_explanation(dataclasses.replace(MOVE, **more)) is None  # type: ignore[arg-type]


def test_every_wrong_move_is_explained_and_ends_in_a_win() -> None:
    """On every third open board; what follows is won by the side that the title names."""
    for position in table().open[::3]:
        for cell in set(position.moves) - set(position.best):
            example = dataclasses.replace(MOVE, board=position.board, action=(cell // 3, cell % 3))
            explained = move_explanation(example)
            assert explained is not None
            assert explained.better == position.best
            board = explained.start
            for move in explained.moves:
                board = board[:move] + table()[board].turn + board[move + 1 :]
            assert explained.title.split()[1] == table()[board].winner


def test_cells_are_written_in_words_or_as_pairs() -> None:
    """One in words, several short."""
    assert [cells_text((2,)), cells_text((0, 8)), cells_text((0, 4, 8))] == [
        "row 0, column 2",
        "(0, 0) or (2, 2)",
        "(0, 0), (1, 1) or (2, 2)",
    ]
