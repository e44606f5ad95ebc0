"""Tests of launching: starting confined processes and knowing how isolated they are."""

from __future__ import annotations
