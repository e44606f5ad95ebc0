"""Tests of grader.assignments.exhaustive."""

from __future__ import annotations
