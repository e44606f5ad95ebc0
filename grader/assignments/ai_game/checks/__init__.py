"""
The checks of the console lab, one pytest module per function.

``pytest --submission FILE --pyargs grader.assignments.ai_game`` runs them on one's own file; `grader check` runs the
very same.
"""

from __future__ import annotations

from grader.assignments.ai_game import ASSIGNMENT

__all__ = ["ASSIGNMENT"]
