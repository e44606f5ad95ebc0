"""Tests of grader.sandbox.inside."""

from __future__ import annotations
