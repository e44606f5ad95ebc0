"""Tests of grader.game."""

from __future__ import annotations
