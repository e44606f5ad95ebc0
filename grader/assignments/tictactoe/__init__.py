"""`tictactoe.py`: seven functions of CS50 AI project 0 and of the assignments made from it."""

from __future__ import annotations

from grader.assignments.tictactoe.checks import ASSIGNMENT
from grader.assignments.tictactoe.functions import MODULE_SPEC

__all__ = ["ASSIGNMENT", "MODULE_SPEC"]
