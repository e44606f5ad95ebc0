"""Reports on one result."""

from __future__ import annotations
