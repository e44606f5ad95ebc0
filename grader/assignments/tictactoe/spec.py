"""The `GradingSpec` of `tictactoe.py`."""

from __future__ import annotations

from grader.assignments.exhaustive.spec import SHOWN_ANSWER, ConductText, GradingSpec
from grader.assignments.tictactoe.catalogue import ASSIGNMENT
from grader.assignments.tictactoe.check_rules import CHECK_RULES
from grader.assignments.tictactoe.functions import CASES, TictactoeOracle

GRADING_SPEC = GradingSpec(
    assignment=ASSIGNMENT,
    cases=CASES,
    oracle=TictactoeOracle,
    check_rules=CHECK_RULES,
    conduct_texts={
        "actions.set_of_tuples": ConductText(SHOWN_ANSWER, "a set of tuples (row, column)"),
        "result.no_shared_rows": ConductText(
            "the new board shares a row with the original", "a board with rows of its own"
        ),
        "terminal.returns_bool": ConductText(SHOWN_ANSWER, "True or False"),
        "minimax.in_time": ConductText(SHOWN_ANSWER, "a move within the limit"),
    },
    expected_texts={"minimax.legal_move": "a tuple (row, column) of an empty cell"},
    counted_noun={"result": "moves"},
    several_answers_per_board=frozenset({"result"}),
    move_functions=frozenset({"minimax"}),
    readers=("result", "actions", "player", "winner", "terminal", "utility"),
)
