"""Tests of `grader/intake/git/`."""
