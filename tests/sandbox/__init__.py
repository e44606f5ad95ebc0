"""Tests of grader.sandbox."""

from __future__ import annotations
