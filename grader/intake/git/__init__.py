"""Reads a student's clone of a git repository at one commit, without running or obeying anything in it."""
