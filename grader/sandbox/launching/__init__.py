"""Start confined processes, and know how far they are confined."""

from __future__ import annotations
