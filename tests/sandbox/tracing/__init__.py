"""Tests of grader.sandbox.tracing."""

from __future__ import annotations
