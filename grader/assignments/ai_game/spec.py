"""The `GradingSpec` of the console lab."""

from __future__ import annotations

from grader.assignments.ai_game.catalogue import ASSIGNMENT
from grader.assignments.ai_game.check_rules import CHECK_RULES
from grader.assignments.ai_game.functions import CASES, AiGameOracle
from grader.assignments.exhaustive.spec import SHOWN_ANSWER, ConductText, GradingSpec

GRADING_SPEC = GradingSpec(
    assignment=ASSIGNMENT,
    cases=CASES,
    oracle=AiGameOracle,
    check_rules=CHECK_RULES,
    conduct_texts={
        "print_board.rows": ConductText(SHOWN_ANSWER, "three lines, one for each row"),
        "available_moves.list_of_pairs": ConductText(SHOWN_ANSWER, "a list of pairs (row, column)"),
        "minimax.in_time": ConductText(SHOWN_ANSWER, "a value within the limit"),
    },
    expected_texts={"best_move.legal_move": "a pair (row, column) of an empty cell"},
    counted_noun={"minimax": "calls"},
    move_functions=frozenset({"best_move"}),
    readers=("print_board", "available_moves", "check_winner"),
)
