"""Turns YAML text into a `Rubric`, or refuses it with all mistakes at once, each with its place and remedy."""

from __future__ import annotations

from grader.rubric_file.load import load_rubric

__all__ = ["load_rubric"]
