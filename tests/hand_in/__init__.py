"""Tests of grader.hand_in."""

from __future__ import annotations
