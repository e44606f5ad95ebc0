"""Tests of what downloads have in common."""
