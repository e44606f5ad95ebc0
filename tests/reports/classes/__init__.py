"""Tests of the reports on a class."""

from __future__ import annotations
