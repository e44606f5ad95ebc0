"""The exact shortcut as seen from outside the wall."""

from __future__ import annotations
