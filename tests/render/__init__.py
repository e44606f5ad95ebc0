"""Tests of how reports look."""

from __future__ import annotations
