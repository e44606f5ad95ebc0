"""Tests of grader.capabilities.hand_in."""

from __future__ import annotations
