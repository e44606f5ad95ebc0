"""Tests of the shortcut as seen from outside the wall."""

from __future__ import annotations
