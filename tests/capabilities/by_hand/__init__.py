"""Tests of grader.capabilities.by_hand."""
