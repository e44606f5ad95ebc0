"""Submissions that attack the grader lose, and the grader loses nothing: marks, files, secrets, processes."""
