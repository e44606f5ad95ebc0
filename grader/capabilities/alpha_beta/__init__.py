"""Judges recorded searches: whether moves were left out because what was known made them irrelevant."""
