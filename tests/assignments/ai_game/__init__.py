"""Tests of grader.assignments.ai_game."""

from __future__ import annotations
