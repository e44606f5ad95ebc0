"""
The checks of the console lab, one pytest module per function.

``pytest --submission FILE --pyargs grader.assignments.ai_game`` runs them on one's own file; `grader check` runs the
same ones. The plugin finds here what they are about (`ASSIGNMENT`) and what is done before the first of them (`ask`).
"""

from __future__ import annotations

from grader.assignments.ai_game.asking import ask
from grader.assignments.ai_game.catalogue import ASSIGNMENT

__all__ = ["ASSIGNMENT", "ask"]
