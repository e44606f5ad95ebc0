"""
The checks of `tictactoe.py`, one pytest module per function.

``pytest --submission FILE --pyargs grader.assignments.tictactoe`` runs them on one's own file; `grader check` runs the
same ones. The plugin finds here what they are about (`ASSIGNMENT`) and what is done before the first of them (`ask`).
"""

from __future__ import annotations

from grader.assignments.tictactoe.asking import ask
from grader.assignments.tictactoe.catalogue import ASSIGNMENT

__all__ = ["ASSIGNMENT", "ask"]
