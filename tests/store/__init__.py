"""Tests of results on disk."""

from __future__ import annotations
