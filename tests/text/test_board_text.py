"""Boards are drawn as three lines, also for a damaged result."""

from __future__ import annotations

import dataclasses

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.game.tree import table
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, Wanted
from grader.text.board_text import (
    draw_board,
    draw_change,
    draw_continuation,
    draw_counterexample,
    draw_game,
)
from grader.text.move_explanation import move_explanation
from tests.words import words


def example(board: str, after: str | None = None, moves: tuple[int, ...] = ()) -> Counterexample:
    """Return a counterexample about this board."""
    return Counterexample(
        function="f", board=board, call="f(board)", got=words(""), expected=words(""), after=after, moves=moves
    )


def move(board: str, played: int, *better: int) -> Counterexample:
    """Return a counterexample of a function that chose a move."""
    return dataclasses.replace(example(board), played=played, wanted=Wanted(question=Question.MOVE, cells=better))


def game_value(board: str, expected: str) -> Counterexample:
    """Return a counterexample of a function that returned 0 as the value of a board."""
    wanted, answered = Wanted(question=Question.GAME_VALUE), Answered(kind=AnswerKind.NUMBER)
    return dataclasses.replace(example(board), expected=words(expected), wanted=wanted, answered=answered)


def continuation(shown: Counterexample) -> tuple[str, ...]:
    """Return the drawing of what follows."""
    explained = move_explanation(shown)
    assert explained is not None
    return draw_continuation(explained)


def test_a_board_has_the_numbers_of_its_rows_and_columns() -> None:
    """Row by row, a dot for an empty cell."""
    assert draw_board("XXXOO....") == ("    0   1   2", "0   X | X | X", "1   O | O | .", "2   . | . | .")


def test_a_changed_board_stands_beside_the_original() -> None:
    """Before on the left, after on the right, each under its name."""
    assert draw_change("." * 9, "X" + "." * 8) == (
        "    before          after",
        "    0   1   2       0   1   2",
        "0   . | . | .   0   X | . | .",
        "1   . | . | .   1   . | . | .",
        "2   . | . | .   2   . | . | .",
    )


def test_a_wrong_move_is_drawn_beside_better_ones() -> None:
    """And what follows: the opponent's win, or the win that was missed, or the moves that give a board its value."""
    loses = move("XX.OO....", 8, 2)
    assert draw_counterexample(loses)[1:] == (
        "0   X | X | +",
        "1   O | O | .",
        "2   . | . | x",
        "x your move",
        "+ better",
    )
    assert continuation(loses) == ("XX.   XX.", "OO.   OOO", "..x   ..X")
    assert continuation(move("....OX.OX", 1, 2)) == ("..X", ".OX", ".OX")
    assert continuation(game_value("....OX.OX", "-1")) == ("..X", ".OX", ".OX")


def test_the_move_that_loses_a_game_is_a_small_letter() -> None:
    """Unless an edited result has moves that do not lead to its board."""
    lost = dataclasses.replace(move("X........", 1, 4), moves=(0, 1, 4, 2, 8))
    assert draw_counterexample(lost) == (
        "X..   Xo.   XO.   XOO   XOO",
        "...   ...   .X.   .X.   .X.",
        "...   ...   ...   ...   ..X",
        "o your move that lets X win",
    )
    for moves in ((1, 0, 4), (0, 2, 4), (99,), (0,)):
        other = dataclasses.replace(lost, moves=moves)
        assert draw_counterexample(other) == draw_game(moves)


def test_a_game_is_drawn_move_by_move() -> None:
    """X begins; a board for each move."""
    assert draw_game((4, 0, 8)) == ("...   O..   O..", ".X.   .X.   .X.", "...   ...   ..X")


def test_the_picture_is_the_one_that_shows_what_is_wrong() -> None:
    """The game first, then the change, else the board."""
    assert draw_counterexample(example("." * 9, "X" * 9, (4,))) == draw_game((4,))
    assert draw_counterexample(example("." * 9, "X" * 9)) == draw_change("." * 9, "X" * 9)
    assert draw_counterexample(example("." * 9)) == draw_board("." * 9)


ANY_BOARD = st.text() | st.sampled_from([position.board for position in table().positions])
ANY_EXAMPLE = st.builds(move, ANY_BOARD, st.integers(-1, 9), st.integers(-1, 9)) | st.builds(
    game_value, ANY_BOARD, st.just("1")
)


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(ANY_EXAMPLE, st.none() | st.text(), st.lists(st.integers()).map(tuple))
def test_no_result_draws_other_characters(shown: Counterexample, after: str | None, moves: tuple[int, ...]) -> None:
    """An edited file can neither break a drawing nor put other text into it."""
    shown = dataclasses.replace(shown, after=after, moves=moves)
    explained = move_explanation(shown)
    lines = (*draw_counterexample(shown), *(draw_continuation(explained) if explained else ()))
    ours = {"x your move", "o your move", "+ better", "x your move that lets O win", "o your move that lets X win"}

    assert set("".join(line for line in lines if line not in ours)) <= set("XOxo+.?| beforat012")
