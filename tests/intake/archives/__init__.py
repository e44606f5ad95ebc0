"""Tests of grader.intake.archives."""

from __future__ import annotations
