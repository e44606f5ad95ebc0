"""Tests of grader.sandbox.inside.tracing."""

from __future__ import annotations
