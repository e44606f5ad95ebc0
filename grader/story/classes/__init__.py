"""Reports on many results."""

from __future__ import annotations
