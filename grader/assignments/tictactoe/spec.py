"""What is asked of `tictactoe.py`, what is right, and how what is wrong is told, put together."""

from __future__ import annotations

from grader.assignments.exhaustive import Proof
from grader.assignments.exhaustive.examination import Examination, examined
from grader.assignments.tictactoe import ASSIGNMENT
from grader.assignments.tictactoe.cases import QUESTIONS
from grader.assignments.tictactoe.oracle import Truth
from grader.sandbox.student import Student

PROOF = Proof(
    assignment=ASSIGNMENT,
    questions=QUESTIONS,
    truth=Truth,
    says={
        "actions.set_of_tuples": ("{answer}", "a set of tuples (row, column)"),
        "result.no_shared_rows": ("the new board holds a row of the original itself", "a board with rows of its own"),
        "terminal.returns_bool": ("{answer}", "True or False"),
        "minimax.in_time": ("{answer}", "a move within the limit"),
    },
    asks={"minimax.legal_move": "a tuple (row, column) of an empty cell"},
    nouns={"result": "moves"},
    many=frozenset({"result"}),
    plays=frozenset({"minimax"}),
)


def examine(student: Student, function: str) -> Examination:
    """Return the examination of `function`, made at the first call."""
    return examined(PROOF, student, function)
