"""Pieces of text that several reports share."""

from __future__ import annotations
