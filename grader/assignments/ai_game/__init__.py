"""The console lab: `AI_game.py` or a notebook, a game on the keyboard against an AI."""

from __future__ import annotations

from grader.assignments.ai_game.checks import ASSIGNMENT
from grader.assignments.ai_game.functions import MODULE_SPEC

__all__ = ["ASSIGNMENT", "MODULE_SPEC"]
