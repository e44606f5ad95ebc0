"""Tests of the files for platforms."""

from __future__ import annotations
