"""Tests of rosters."""
