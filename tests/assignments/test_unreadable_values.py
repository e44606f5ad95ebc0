"""A value that nobody outside could read is the right answer of no function."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.functions import AiGameOracle
from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.exhaustive.oracle import Oracle
from grader.assignments.tictactoe.functions import TictactoeOracle
from grader.model.answer import Answer, Opaque, Value, unordered
from grader.model.verdict import ChildEnd
from tests.assignments.sheet_cells import SPELLING

DEEP = Opaque("too deeply nested")
UNREADABLE: list[Value] = [
    DEEP,
    Opaque("an object of type Yes"),
    Opaque("int of 81 bits"),
    Opaque("str of 5000 characters"),
    Opaque("list of 5000 items, more than an answer has"),
    [[[DEEP]]],
    (0, DEEP),
    [["X", "X", "X"], [None, None, None], [None, None, DEEP]],
    unordered("dict", [(1, DEEP)]),
    unordered("frozenset", [(1, DEEP)]),
]
TICTACTOE = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
AI_GAME = ("check_winner", "available_moves", "minimax", "best_move")
FUNCTIONS = [(TictactoeOracle, name) for name in TICTACTOE] + [(AiGameOracle, name) for name in AI_GAME]


@pytest.mark.parametrize(("oracle", "function"), FUNCTIONS)
def test_a_value_that_could_not_be_read_is_never_right(oracle: type[Oracle], function: str) -> None:
    """Not on one board of any function, so that it earns no more than None."""
    for value in UNREADABLE:
        judge = oracle(SPELLING)
        cases = judge.cases.of(function)
        right = judge.judge_all(function, [Answer(end=ChildEnd.RETURNED, value=value)] * len(cases))

        assert not any(right), (function, value)
        assert LEGAL in cases.kinds
