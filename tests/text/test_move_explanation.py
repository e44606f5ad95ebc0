"""A wrong move is explained by what it gives away; nothing is said about other answers."""

from __future__ import annotations

import dataclasses

import pytest

from grader.game.tree import table
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, Wanted
from grader.text.move_explanation import cells_explanation, cells_text, move_explanation
from tests.words import words

MOVE = Counterexample(
    function="minimax",
    board="XX.OO....",
    call="minimax(board)",
    got=words(""),
    expected=words("(0, 2)"),
    wanted=Wanted(question=Question.MOVE, cells=(2,)),
)
NOTHING = Answered(kind=AnswerKind.NOTHING)
PAIR = Answered(kind=AnswerKind.PAIR)
NUMBER = Answered(kind=AnswerKind.NUMBER)
A_MOVE = Wanted(question=Question.MOVE)
"""What a check asks for that any move passes."""


@pytest.mark.parametrize(
    ("board", "played", "sentence"),
    [
        (
            "XX.OO....",
            8,
            "X can win at once at (0, 2); your move (2, 2) lets O win at once at (1, 2).",
        ),
        ("....OX.OX", 1, "X can win at once at (0, 2); your move (0, 1) lets O draw."),
        ("X.......O", 4, "X can win with 3 more moves, starting at (0, 2) or (2, 0); your move (1, 1) lets O draw."),
        ("XO..X....", 8, ""),
        (
            "X...O...X",
            2,
            "O keeps the draw at (0, 1), (1, 0), (1, 2) or (2, 1); your move (0, 2) lets X win with 2 more moves.",
        ),
        ("XX..O....", 8, "X threatens to win at (0, 2); your move (2, 2) does not stop that."),
        ("XX..O....", 1, "(0, 1) is taken: X is there."),
    ],
)
def test_a_wrong_move_is_explained_by_what_it_gives_away(board: str, played: int, sentence: str) -> None:
    """A win, a draw, a threat that stays; where all moves lose, as on the fourth board, no move is wrong."""
    explained = move_explanation(dataclasses.replace(MOVE, board=board, played=played))

    assert (explained.sentence if explained else "") == sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"got": words("(3, 1)"), "answered": PAIR}, "(3, 1) is off the board: rows and columns are numbered 0 to 2."),
        (
            {"got": words("[1, -2]"), "answered": PAIR},
            "[1, -2] is off the board: rows and columns are numbered 0 to 2.",
        ),
        ({"answered": NOTHING}, "The game is not over: X must move."),
        (
            {"answered": NOTHING, "board": "X.XO..XO."},
            "The game is not over: O must move, though every move loses against best play.",
        ),
        ({"board": "XXXOO....", "played": 8, "wanted": A_MOVE}, "The game is over: X has won."),
        ({"board": "XOXXOOOXX", "played": 0, "wanted": A_MOVE}, "The game is over: the board is full."),
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
        ("....OX.OX", "-1", "X can win at once at (0, 2), so the value is -1."),
        ("X.XO..XO.", "-1", "X wins whatever O does, so the value is -1."),
        (".........", "0", "Neither side can force a win, so the value is 0."),
    ],
)
def test_the_value_of_a_board_is_explained_by_best_play(board: str, expected: str, sentence: str) -> None:
    """The sign is the one that the assignment asks for."""
    value = Wanted(question=Question.GAME_VALUE)
    asked = dataclasses.replace(
        MOVE, board=board, expected=words(expected), got=words("7"), answered=NUMBER, wanted=value
    )
    explained = move_explanation(asked)
    assert explained is not None
    assert explained.sentence == sentence
    assert move_explanation(dataclasses.replace(asked, answered=Answered())) is None


@pytest.mark.parametrize(
    "more",
    [
        {"played": 8, "wanted": A_MOVE},
        {"played": 8, "after": "XX.OO...X"},
        {"action": (2, 2), "wanted": Wanted()},
        {"played": 36},
        {"played": -1},
        {"answered": Answered(kind=AnswerKind.RAISED)},
        {"played": 8, "wanted": Wanted(cells=(2, 5))},
        {"played": 2},
        {"played": 8, "board": "XXX.OO...", "after": "XXX.OO..X"},
        {"board": "XXXOO....", "answered": Answered(kind=AnswerKind.VALUE), "wanted": Wanted()},
        {"played": 8, "board": "no board"},
        {"played": 8, "board": "XXXXX...."},
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
            example = dataclasses.replace(MOVE, board=position.board, played=cell)
            explained = move_explanation(example)
            assert explained is not None
            assert explained.better == position.best
            board = explained.start
            for move in explained.moves:
                board = board[:move] + table()[board].turn + board[move + 1 :]
            assert explained.title.split()[1] == table()[board].winner


def test_cells_are_written_as_pairs() -> None:
    """One or several."""
    assert [cells_text((2,)), cells_text((0, 8)), cells_text((0, 4, 8))] == [
        "(0, 2)",
        "(0, 0) or (2, 2)",
        "(0, 0), (1, 1) or (2, 2)",
    ]


def test_of_an_answer_of_several_cells_the_difference_is_told() -> None:
    """At most three cells of each kind; nothing of a move, and nothing where no cell differs."""
    several = dataclasses.replace(MOVE, wanted=Wanted(cells=(1, 2, 5)))

    def told(*cells: int, question: Question = Question.OTHER) -> str:
        wanted = Wanted(question=question, cells=(1, 2, 5))
        return cells_explanation(dataclasses.replace(several, wanted=wanted, answered=Answered(cells=cells)))

    assert told(2, 1, 8, 5) == "(2, 2) too many"
    assert told(1, 3) == "(1, 0) too many; (0, 2), (1, 2) missing"
    assert told(0, 3, 4, 6, 7, 1, 2, 5) == "(0, 0), (1, 0), (1, 1) and 2 more too many"
    assert told(1, 2, 5) == told() == told(0, question=Question.MOVE) == ""
