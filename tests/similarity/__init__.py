"""Tests of the comparison of students' work."""
