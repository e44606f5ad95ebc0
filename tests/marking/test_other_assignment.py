"""A file that is graded as another assignment than its own gets a note that names the rubric."""

from __future__ import annotations

from grader.assignments import ASSIGNMENTS
from grader.marking.notes import other_assignment_note
from grader.model.submission import SourceFile, Submission

TICTACTOE, AI_GAME = ASSIGNMENTS["tictactoe"], ASSIGNMENTS["ai_game"]


def defining(*names: str) -> Submission:
    """Return a submission whose file defines the functions `names`."""
    text = "".join(f"def {name}(board):\n    return None\n" for name in names)
    return Submission(id="a", student="a", main="a.py", files=(SourceFile(path="a.py", text=text),))


LAB = defining("print_board", "check_winner", "minimax", "best_move")
PROJECT = defining("player", "actions", "result", "winner", "minimax")


def test_a_file_of_the_other_assignment_gets_a_note() -> None:
    """In either direction."""
    (lab_note,) = other_assignment_note(LAB, TICTACTOE)
    (project_note,) = other_assignment_note(PROJECT, AI_GAME)

    assert lab_note == (
        "defines print_board, check_winner, minimax, best_move, as another assignment wants it"
        " (Console lab: a game against an AI that never loses): to grade it as that, use --rubric lab4"
    )
    assert project_note.endswith("to grade it as that, use --rubric cs3081")


def test_a_file_of_its_own_assignment_gets_none() -> None:
    """Also if it has functions of both, or of none."""
    both = defining("player", "actions", "result", "winner", "print_board", "check_winner", "minimax", "best_move")

    for submission in (LAB, both, defining(), defining("minimax")):
        assert list(other_assignment_note(submission, AI_GAME)) == []
    for submission in (PROJECT, both, defining(), defining("minimax")):
        assert list(other_assignment_note(submission, TICTACTOE)) == []
