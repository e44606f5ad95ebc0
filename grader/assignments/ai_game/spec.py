"""What is asked of the console lab, what is right, and how what is wrong is told, put together."""

from __future__ import annotations

from grader.assignments.ai_game import ASSIGNMENT
from grader.assignments.ai_game.cases import QUESTIONS
from grader.assignments.ai_game.oracle import Truth
from grader.assignments.exhaustive import Proof
from grader.assignments.exhaustive.examination import Examination, examined
from grader.sandbox.student import Student

PROOF = Proof(
    assignment=ASSIGNMENT,
    questions=QUESTIONS,
    truth=Truth,
    says={
        "print_board.rows": ("{answer}", "three lines, one for each row"),
        "available_moves.list_of_pairs": ("{answer}", "a list of pairs (row, column)"),
        "minimax.in_time": ("{answer}", "a value within the limit"),
    },
    asks={"best_move.legal_move": "a pair (row, column) of an empty cell"},
    nouns={"minimax": "calls"},
    plays=frozenset({"best_move"}),
)


def examine(student: Student, function: str) -> Examination:
    """Return the examination of `function`, made at the first call."""
    return examined(PROOF, student, function)
