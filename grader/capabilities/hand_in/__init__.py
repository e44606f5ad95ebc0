"""Judges what is handed in beside the graded file: README, handed-out files, imports, what does not belong there."""

from __future__ import annotations
