"""Reports on what a machine offers."""

from __future__ import annotations
