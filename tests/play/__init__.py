"""Tests of grader.play."""

from __future__ import annotations
