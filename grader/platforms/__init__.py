"""Python files that are copied as they are to a platform; each needs nothing but Python."""

from __future__ import annotations
