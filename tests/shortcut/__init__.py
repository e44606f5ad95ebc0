"""The proof that the exact shortcut changes no result: `python -m tests.shortcut`, and a small part of it as tests."""

from __future__ import annotations
