"""Tests of grader.reports."""

from __future__ import annotations
