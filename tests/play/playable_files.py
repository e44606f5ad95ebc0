"""Students' files to play against: one that plays well, and one that does something else wrong in every move."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from grader.model.rubric import Limits, Rubric
from grader.model.submission import SourceFile, Submission
from grader.play.game import Opponent
from grader.sandbox.launching.launcher import Launcher
from tests.fixture_folders import ROOT, built_in_rubric, default_rubric

REFERENCE = (ROOT / "reference" / "tictactoe.py").read_text(encoding="utf-8")
LAB = (ROOT / "reference" / "ai_game.py").read_text(encoding="utf-8")
TROUBLE = """
import os
X, O, EMPTY = "X", "O", None
answers = 0

def minimax(board):
    global answers
    answers += 1
    marks = sum(cell is not EMPTY for row in board for cell in row)
    if marks == 0:
        return [1, 1]
    if marks == 1:
        raise ValueError("<b>no</b> idea")
    if marks == 2:
        os._exit(3)
    if marks == 3:
        return (0, 0)
    if marks == 4:
        board[2][0] = "X"
        return (2, 1)
    if marks == 5:
        return None
    if marks == 6:
        return (answers, 0)
    while True:
        pass
"""
"""By the number of marks: a list, an exception, an exit, (0, 0), a changed board, None, a count, no answer."""


def submission(source: str, name: str = "tictactoe.py") -> Submission:
    """Return a submission that is one file."""
    return Submission(id="s", student="S", main=name, files=(SourceFile(path=name, text=source),))


def rubric(assignment: str = "tictactoe", seconds: float = 0.2) -> Rubric:
    """Return the rubric of an assignment, with `seconds` of CPU time for a move."""
    found = built_in_rubric("lab4") if assignment == "ai_game" else default_rubric()
    limits = Limits(function_seconds=(("best_move", seconds), ("minimax", seconds)), import_seconds=5)
    return dataclasses.replace(found, limits=limits)


def opponent(source: str, launcher: Launcher, assignment: str = "tictactoe", seconds: float = 0.2) -> Opponent:
    """Return the AI of a file."""
    return Opponent(submission(source), rubric(assignment, seconds), launcher)


def write(path: Path, source: str) -> Path:
    """Write a file and return its path."""
    path.write_text(source, encoding="utf-8")
    return path
