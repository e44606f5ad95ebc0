"""Tests of the reports on a machine."""

from __future__ import annotations
