"""A whole class: many submissions on several processes, results kept so that a second run grades only what changed."""

from __future__ import annotations
