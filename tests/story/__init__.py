"""Tests of what reports say."""

from __future__ import annotations
