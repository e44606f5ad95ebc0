"""Tests of the memoizer, mostly in this process; `tests/shortcut` grades with it and without."""

from __future__ import annotations
