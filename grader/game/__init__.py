"""Tic-tac-toe itself: the rules and all positions. It knows nothing of students, their boards or grading."""
