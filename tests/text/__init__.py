"""Tests of the texts that several reports share."""

from __future__ import annotations
