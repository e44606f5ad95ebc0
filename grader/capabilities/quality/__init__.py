"""Finds faults in the quality of source text, by ruff. The text is data and never runs."""
