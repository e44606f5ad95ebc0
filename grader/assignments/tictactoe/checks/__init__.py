"""
The checks of `tictactoe.py`, one pytest module per function.

``pytest --submission FILE --pyargs grader.assignments.tictactoe`` runs them on one's own file; `grader check` runs the
very same.
"""

from __future__ import annotations

from grader.assignments.tictactoe import ASSIGNMENT

__all__ = ["ASSIGNMENT"]
