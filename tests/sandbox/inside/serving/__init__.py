"""Tests of grader.sandbox.inside.serving."""

from __future__ import annotations
