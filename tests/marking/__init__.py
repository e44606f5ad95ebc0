"""Tests of grader.marking."""

from __future__ import annotations
