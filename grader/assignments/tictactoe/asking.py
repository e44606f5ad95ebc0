"""
Asks one `tictactoe.py` everything, in one fixed order, before the first check looks at an answer.

The order decides what is asked when the submission's CPU budget runs out, and which hidden state a call meets. So it
never depends on which checks are run, or in which order.
"""

from __future__ import annotations

from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.judge import Answers
from grader.assignments.exhaustive.read_back import read_boards_back
from grader.assignments.exhaustive.tree_play import play_tournaments, record_policy
from grader.assignments.tictactoe.checks import ASSIGNMENT
from grader.assignments.tictactoe.mixed_calls import ask_mixed_calls
from grader.game.board import O, X
from grader.sandbox.student import Student


def ask(student: Student) -> Answers:
    """
    Make all calls: each function's cases, calls of all functions mixed, and the games of `minimax` as X and as O.

    HarnessFault if the sandbox fails. If the file cannot be imported, none of its functions is called.
    """
    student.import_module()
    functions = [function.name for function in student.module_spec.functions]
    examinations = {name: Examination(ASSIGNMENT, student, name) for name in functions}
    if student.failure is None:
        ask_mixed_calls(student, examinations)
    minimax = examinations["minimax"]
    tournaments = play_tournaments(minimax, (X, O))
    for tournament in tournaments.values():
        if not tournament.is_out_of_time:
            minimax.add_played(tournament.answers)
    record_policy(minimax)
    read_boards_back(student, examinations)
    return Answers(student=student, examinations=examinations, tournaments=tournaments)
