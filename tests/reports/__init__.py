"""Whole reports: what all formats have in common, and the sample results that other tests use too."""

from __future__ import annotations
