"""Judges the files beside the graded one: README, handed-out files, imports, unwanted files."""
