"""Tests of grader.assignments."""

from __future__ import annotations
