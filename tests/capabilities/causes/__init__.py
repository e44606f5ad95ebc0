"""Tests of grader.capabilities.causes."""
