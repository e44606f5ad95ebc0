"""Tests of the story of a class."""

from __future__ import annotations
