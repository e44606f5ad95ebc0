"""Which answers of the seven functions are right."""

from __future__ import annotations

import pytest

from grader.assignments.tictactoe.cases import CASES, invalid_action, result_call
from grader.assignments.tictactoe.oracle import TictactoeOracle
from grader.model.answer import Answer, Call, CellConstant, Opaque, Unordered, Value, unordered
from grader.model.verdict import ChildEnd
from tests.assignments.sheet_cells import OPEN, SPELLING, WON, board


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
