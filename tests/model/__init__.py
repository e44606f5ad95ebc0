"""Tests of grader.model."""

from __future__ import annotations
