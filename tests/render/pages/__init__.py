"""The pages, opened in a real browser."""

from __future__ import annotations
