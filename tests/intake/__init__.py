"""Tests of grader.intake."""

from __future__ import annotations
