"""Tests of grader.sandbox.inside.wall."""

from __future__ import annotations
