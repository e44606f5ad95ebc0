"""One folder per assignment, each listed here."""

from __future__ import annotations

from grader.assignments import ai_game, tictactoe
from grader.model.spec import Assignment

ASSIGNMENTS: dict[str, Assignment] = {
    assignment.id: assignment for assignment in (tictactoe.ASSIGNMENT, ai_game.ASSIGNMENT)
}
