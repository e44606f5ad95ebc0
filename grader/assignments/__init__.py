"""One folder per assignment, each listed here: its `checks.py` has the table of its checks."""

from __future__ import annotations

from grader.assignments import ai_game, tictactoe
from grader.assignments.exhaustive.checks import GradingSpec

ASSIGNMENTS: dict[str, GradingSpec] = {
    assignment.id: assignment for assignment in (tictactoe.ASSIGNMENT, ai_game.ASSIGNMENT)
}
