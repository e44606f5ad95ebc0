"""Tests of what is found in the text of a student's files."""
