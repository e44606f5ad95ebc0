"""Measures what grading costs, as ratios to named peers in the same run; not part of the tests."""

from __future__ import annotations
