"""Frozen values, standard library only, no I/O."""

from __future__ import annotations
