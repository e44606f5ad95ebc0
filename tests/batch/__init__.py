"""A class: workers that die, runs that are killed, marks that stay."""

from __future__ import annotations
