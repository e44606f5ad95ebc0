"""From hostile bytes to plain data."""

from __future__ import annotations
