"""Boards are drawn as three lines, also for a damaged result."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.counterexample import Counterexample
from grader.reports.text.board_text import draw_board, draw_change, draw_counterexample, draw_game


def example(board: str, after: str | None = None, moves: tuple[int, ...] = ()) -> Counterexample:
    """Return a counterexample about this board."""
    return Counterexample(function="f", board=board, call="f(board)", got="", expected="", after=after, moves=moves)


def test_a_board_has_three_lines() -> None:
    """Row by row, a dot for an empty cell."""
    assert draw_board("XXXOO....") == ("X | X | X", "O | O | .", ". | . | .")


def test_a_changed_board_stands_beside_the_original() -> None:
    """Before on the left, after on the right, each under its name."""
    assert draw_change("." * 9, "X" + "." * 8) == (
        "before      after",
        ". | . | .   X | . | .",
        ". | . | .   . | . | .",
        ". | . | .   . | . | .",
    )


def test_a_game_is_drawn_move_by_move() -> None:
    """X begins; a board for each move."""
    assert draw_game((4, 0, 8)) == ("...   O..   O..", ".X.   .X.   .X.", "...   ...   ..X")


def test_the_picture_is_the_one_that_shows_what_is_wrong() -> None:
    """The game first, then the change, else the board."""
    assert draw_counterexample(example("." * 9, "X" * 9, (4,))) == draw_game((4,))
    assert draw_counterexample(example("." * 9, "X" * 9)) == draw_change("." * 9, "X" * 9)
    assert draw_counterexample(example("." * 9)) == draw_board("." * 9)


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(st.text(), st.none() | st.text(), st.lists(st.integers()).map(tuple))
def test_no_result_draws_other_characters(board: str, after: str | None, moves: tuple[int, ...]) -> None:
    """An edited file can neither break a drawing nor put other text into it."""
    lines = draw_counterexample(example(board, after, moves))

    assert set("".join(lines)) <= set("XO.?| beforat")
