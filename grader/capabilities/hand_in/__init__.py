"""Judges what is handed in beside the graded file: README, handed-out files, imports, what does not belong there."""
