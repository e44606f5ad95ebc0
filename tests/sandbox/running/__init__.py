"""Tests of running one submission: its probes, their ends, what they use up."""

from __future__ import annotations
