"""Tests of grader.capabilities.lateness."""
