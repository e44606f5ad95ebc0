"""Tests of grader.assignments.tictactoe."""

from __future__ import annotations
