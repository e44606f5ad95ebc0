"""Recorded searches as seen from outside the wall."""
