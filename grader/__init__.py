"""An autograder for tic-tac-toe/minimax assignments."""

from __future__ import annotations
