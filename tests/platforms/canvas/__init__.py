"""Tests of what is particular to Canvas."""
