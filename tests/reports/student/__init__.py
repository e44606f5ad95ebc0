"""Tests of the reports on one result."""

from __future__ import annotations
