"""Tests of grader.capabilities."""
