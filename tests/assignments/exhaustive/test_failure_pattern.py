"""What wrong answers have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignments.exhaustive.explanation import KINDS_OF_BOARD, pattern
from grader.game.board import LINES, full_lines
from grader.game.tree import Position, table
from grader.model.reason import reason
from grader.text.line_names import LINE_NAMES
from grader.text.reasons import SENTENCES, said
from tests.fixture_folders import SLOW

WON = [position for position in table().positions if position.winner is not None]

WITH_A_DIAGONAL = [position for position in WON if set(full_lines(position.board)) & {6, 7}]


def unseen(positions: list[Position], *lines: int, of: str = "XO") -> set[str]:
    """Return the boards on which a `winner` is wrong that ignores `lines` filled by the marks in `of`."""
    return {
        position.board
        for position in positions
        if position.winner is not None and position.winner in of and set(full_lines(position.board)) <= set(lines)
    }


def told(positions: list[Position], wrong: set[str]) -> str:
    """Return what the wrong boards have in common, in words."""
    common = pattern(positions, wrong)
    return said([common]) if common else ""


@pytest.mark.parametrize(("line", "name"), list(enumerate(LINE_NAMES)))
def test_a_line_that_is_not_looked_at_is_named(line: int, name: str) -> None:
    """Each of the eight, filled by X or O."""
    assert told(WON, unseen(WON, line)) == f"misses {name}"


@pytest.mark.parametrize(
    ("positions", "wrong", "phrase"),
    [
        (WON, unseen(WON, 0, 1, 2), "misses every row"),
        (WON, unseen(WON, 6, 7), "misses both diagonals"),
        (WON, unseen(WON, 0, 1, 2, 7), "misses every row and the anti-diagonal"),
        (WON, unseen(WON, 0, 4, 7), "misses the top row, the middle column and the anti-diagonal"),
        (WON, unseen(WON, 7, of="O"), "misses the anti-diagonal of O"),
        (WON, unseen(WON, 0, of="X") | unseen(WON, 7, of="O"), "misses the top row of X and the anti-diagonal of O"),
        # Boards with a diagonal and a row: from these one cannot know whether the row was seen.
        (WITH_A_DIAGONAL, unseen(WITH_A_DIAGONAL, 7), "misses the anti-diagonal"),
        (WITH_A_DIAGONAL, unseen(WITH_A_DIAGONAL, 7, 0), "misses the anti-diagonal"),
        (WON, {position.board for position in WON}, ""),
        (WON, set(), ""),
        (WON, unseen(WON, 7) - {"..X.X.XOO"}, ""),
        (WON, unseen(WON, 7) | {"....OOXXX"}, ""),
    ],
)
def test_a_phrase_holds_for_exactly_the_wrong_boards(positions: list[Position], wrong: set[str], phrase: str) -> None:
    """One board more or fewer, and nothing is said."""
    assert told(positions, wrong) == phrase


@pytest.mark.parametrize("code", KINDS_OF_BOARD)
def test_a_kind_of_board_is_named(code: str) -> None:
    """By the narrowest kind that fits the wrong boards of all."""
    every = table().positions
    wrong = {position.board for position in every if KINDS_OF_BOARD[code](position)}

    assert pattern(every, wrong) == reason(code)
    assert code in SENTENCES


@SLOW
@given(st.sets(st.sampled_from(range(len(LINES))), min_size=1, max_size=7))
def test_every_set_of_lines_that_are_not_looked_at_is_told(lines: set[int]) -> None:
    """Item by item, or as a whole kind."""
    text = told(WON, unseen(WON, *lines))

    assert text.startswith("misses ")
    assert (LINE_NAMES[7] in text) is (7 in lines and 6 not in lines)
