"""Tic-tac-toe: the rules and all positions. This package knows nothing of students, their boards or grading."""
