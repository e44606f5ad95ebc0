"""Boards are drawn as lines of letters, also for a damaged result."""

from __future__ import annotations

import dataclasses

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.game.tree import table
from grader.model.counterexample import Counterexample, Question, Wanted
from grader.render.letters import drawn, title_of
from grader.story.boards import boards_of, game_of
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


def board_of(shown: Counterexample) -> tuple[str, ...]:
    """Return the drawing of the board that was asked about."""
    boards = boards_of(shown, move_explanation(shown))
    return drawn(boards) if boards else ()


def game(shown: Counterexample) -> tuple[str, ...]:
    """Return the drawing of the game, or of what follows."""
    boards = game_of(shown, move_explanation(shown))
    return (title_of(boards), *drawn(boards)) if boards else ()


def test_a_board_has_the_numbers_of_its_rows_and_columns() -> None:
    """Row by row, a dot for an empty cell."""
    assert board_of(example("XXXOO....")) == ("    0   1   2", "0   X | X | X", "1   O | O | .", "2   . | . | .")


def test_a_changed_board_stands_beside_the_original() -> None:
    """Before on the left, after on the right, each under its name."""
    assert board_of(example("." * 9, "X" + "." * 8))[:3] == (
        "    before          after",
        "    0   1   2       0   1   2",
        "0   . | . | .   0   X | . | .",
    )


def test_a_wrong_move_is_drawn_beside_better_ones() -> None:
    """And what follows: the opponent's win."""
    loses = move("XX.OO....", 8, 2)
    assert board_of(loses)[1:] == (
        "0   X | X | +",
        "1   O | O | .",
        "2   . | . | x",
        "x your move",
        "+ better",
    )
    assert game(loses)[1:] == ("XX.   XX.", "OO.   OOO", "..x   ..X")


def test_the_move_that_loses_a_game_is_a_small_letter() -> None:
    """And the title says so."""
    lost = dataclasses.replace(move("X........", 1, 4), moves=(0, 1, 4, 2, 8))

    assert game(lost) == (
        "The game, a board after each move; o: your move that lets X win",
        "X..   Xo.   XO.   XOO   XOO",
        "...   ...   .X.   .X.   .X.",
        "...   ...   ...   ...   ..X",
    )


ANY_BOARD = st.text() | st.sampled_from([position.board for position in table().positions])


@settings(max_examples=60)
@given(
    st.builds(move, ANY_BOARD, st.integers(-1, 9), st.integers(-1, 9)),
    st.none() | st.text(),
    st.lists(st.integers()).map(tuple),
)
def test_no_result_draws_other_characters(shown: Counterexample, after: str | None, moves: tuple[int, ...]) -> None:
    """An edited file can neither break a drawing nor put other text into it."""
    shown = dataclasses.replace(shown, after=after, moves=moves)
    ours = {"x your move", "o your move", "+ better"}

    assert set("".join(line for line in (*board_of(shown), *game(shown)[1:]) if line not in ours)) <= set(
        "XOxo+.?| beforat012"
    )
