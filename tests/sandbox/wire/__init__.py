"""Tests of the wire: hostile bytes become plain data or nothing."""

from __future__ import annotations
