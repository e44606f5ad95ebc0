"""Tests of what is particular to GitHub Classroom."""
