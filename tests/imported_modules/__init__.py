"""Tests of grader.imported_modules."""

from __future__ import annotations
