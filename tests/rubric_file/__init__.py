"""Tests of grader.rubric_file."""

from __future__ import annotations
