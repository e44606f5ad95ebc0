"""A refused statement excuses only the names that it would have bound."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from grader.assignments.exhaustive.outcome import refused_definition
from grader.model.answer import LeftOut, Raised, Refusal
from grader.model.submission import SourceFile, Submission
from grader.sandbox.student import Student

FILE = """log = open("log.txt", "w")
with open("moves.txt") as moves:
    def play_game():
        print(moves)
if log:
    from table import best_move as choose
"""
REFUSAL = Refusal(what="writes a file", name="log.txt", at="AI_game.py:1")


def _student(text: str, *lines: int) -> Student:
    """Return a student whose statements at these `lines` were refused."""
    files = (SourceFile(path="AI_game.py", text=text),)
    raised = Raised(type="PermissionError", message="", at=None, refused=REFUSAL)
    left_out = [LeftOut(at=f"AI_game.py:{line}", raised=raised, asked=False, talked=False) for line in lines]
    submission = Submission(id="ada", student="Ada", main="AI_game.py", files=files)
    return cast("Student", SimpleNamespace(submission=submission, left_out=left_out))


@pytest.mark.parametrize(
    ("line", "excused"), [(1, {"log"}), (2, {"moves", "play_game"}), (5, {"choose"}), (9, set[str]())]
)
def test_only_what_the_statement_binds_is_excused(line: int, excused: set[str]) -> None:
    """A line that opens a file hides no function that was never written."""
    names = ("log", "moves", "play_game", "choose", "best_move", "minimax")

    assert excused == {name for name in names if refused_definition(_student(FILE, line), name) is REFUSAL}


def test_code_that_cannot_be_read_here_excuses_nothing() -> None:
    """A person is told of the statement all the same."""
    assert refused_definition(_student("def f(:\n", 1), "f") is None
