"""Extras that a rubric can ask for beside checks: one folder for each."""
