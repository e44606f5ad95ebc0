"""What each of the seven functions is asked."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.tictactoe.cases import (
    BELOW_ZERO,
    CASES,
    NEGATIVE,
    OCCUPIED,
    OFF_BOARD,
    OUT_OF_RANGE,
    invalid_action,
)
from grader.game.board import EMPTY_BOARD


@pytest.mark.parametrize(
    ("function", "legal", "all_of_them"),
    [
        ("player", 4_520, 4_520),
        ("actions", 4_520, 4_520),
        ("winner", 5_478, 5_478),
        ("terminal", 5_478, 5_478),
        ("utility", 958, 958),
        ("minimax", 5_478, 5_478),
        ("result", 16_167, 16_167 + (4_520 * 9 - 16_167) + 10 * (len(OFF_BOARD) + len(BELOW_ZERO))),
    ],
)
def test_each_function_is_asked_about_every_board_it_is_for(function: str, legal: int, all_of_them: int) -> None:
    """As many cases as the game has boards or moves, each once, the empty board first."""
    cases = CASES.of(function)

    assert len([case for case in cases if case.kind == LEGAL]) == legal
    assert len(set(cases)) == len(cases) == all_of_them
    assert cases[0].call.board == EMPTY_BOARD or function == "utility"


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ((0, 0), OCCUPIED), ((1, 1), None), ((3, 0), OUT_OF_RANGE), ((0, -4), OUT_OF_RANGE),
        ((-1, 0), NEGATIVE), ((2, -3), NEGATIVE), ((-1, 5), OUT_OF_RANGE),
    ],
)  # fmt: skip
def test_an_invalid_action_belongs_to_the_check_that_owns_it(action: tuple[int, int], kind: str | None) -> None:
    """Occupied, beyond what a list refuses by itself, negative, or simply legal."""
    case = invalid_action("X........", action)

    assert (case.kind if case else None) == kind
