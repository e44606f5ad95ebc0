"""Tests of grader.capabilities.rescue."""
