"""Tests of what is particular to Gradescope."""
