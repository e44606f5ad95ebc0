"""Judges recorded searches: whether they left out moves that known values made irrelevant."""
