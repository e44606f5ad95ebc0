"""What each of the seven functions is asked, and which answers are right."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.tictactoe.functions import (
    BELOW_ZERO,
    CASES,
    NEGATIVE,
    OCCUPIED,
    OFF_BOARD,
    OUT_OF_RANGE,
    TictactoeOracle,
    invalid_action,
    result_call,
)
from grader.game.board import EMPTY_BOARD
from grader.model.answer import Answer, Call, CellConstant, Opaque, Unordered, Value, unordered
from grader.model.verdict import ChildEnd
from tests.assignments.sheet_cells import OPEN, SPELLING, WON, board


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


def returned(value: Value) -> Answer:
    """Return an answer that came back."""
    return Answer(end=ChildEnd.RETURNED, value=value)


def a_set(*members: Value) -> Unordered:
    """Return a set as it comes over the wall."""
    return unordered("set", members)


@pytest.mark.parametrize(
    ("call", "right", "wrong"),
    [
        (
            Call(function="player", board=OPEN),
            ["X"],
            ["O", None, "x", ["X"], Opaque("an object of type X"), CellConstant("X"), 1],
        ),
        (
            Call(function="actions", board="XOXOXXO.."),
            [
                a_set((2, 1), (2, 2)),
                [(2, 2), (2, 1)],
                unordered("frozenset", [(2, 1), (2, 2)]),
                [[2, 1], [2, 2]],
                ((2, 1), (2, 2)),
            ],
            [
                a_set((2, 1)),
                [(2, 1), (2, 2), (2, 2)],
                a_set((2, 1), (2, 2), (0, 0)),
                a_set((2, 1), (2, 2.0)),
                a_set((True, 1)),
                a_set(7, 8),
                unordered("dict", [((2, 1), (2, 2))]),
                None,
                "",
                unordered("dict", []),
            ],
        ),
        (
            result_call(OPEN, (1, 1)),
            [board("XO..X...."), tuple(map(tuple, board("XO..X....")))],  # type: ignore[arg-type]
            [board(OPEN), board("XO..O...."), None, [["X", "O", None]], "XO..X....", [*board("XO..X...."), []]],
        ),
        (Call(function="winner", board=WON), ["X"], ["O", None, True, "X wins"]),
        (Call(function="winner", board=OPEN), [None], ["", False, 0, "None", "O"]),
        (Call(function="terminal", board=WON), [True, 1, "yes", [0]], [False, None, 0, "", [], Opaque("an object")]),
        (Call(function="terminal", board=OPEN), [False, None, 0, "", []], [True, 1, "no", Opaque("an object")]),
        (Call(function="utility", board=WON), [1, 1.0, True], [-1, 0, "1", None, [1], float("nan"), float("inf")]),
        (
            Call(function="minimax", board="XX.OO...."),
            [(0, 2), [0, 2]],
            [(2, 0), None, (0, 2.0), (0, True), "02", ((0, 2), 1)],
        ),
        (Call(function="minimax", board=WON), [None], [(2, 2), (), False, "None"]),
    ],
    ids=lambda value: f"{value.function} {value.board}" if isinstance(value, Call) else "",
)
def test_right_answers_and_wrong_ones_are_told_apart(call: Call, right: list[Value], wrong: list[Value]) -> None:
    """By exact type where the sheet fixes it, by the cells where it does not."""
    (case,) = [case for case in CASES.of(call.function) if case.call == call]
    judge = TictactoeOracle(SPELLING)

    assert [value for value in right if not judge.is_right(case, returned(value))] == []
    assert [value for value in wrong if judge.is_right(case, returned(value))] == []
    for end in set(ChildEnd) - {ChildEnd.RETURNED}:
        assert not judge.is_right(case, Answer(end=end, value=right[0]))


def test_only_an_ordinary_exception_refuses() -> None:
    """Exiting, crashing and hanging are no refusals."""
    case = invalid_action(OPEN, (0, 0))
    assert case is not None

    assert {end for end in ChildEnd if TictactoeOracle(SPELLING).is_right(case, Answer(end=end))} == {ChildEnd.RAISED}
