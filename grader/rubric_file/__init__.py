"""
YAML text to a `Rubric`.

A file with mistakes is refused with all of them at once, each with line, column and what to do.
"""

from __future__ import annotations

from grader.rubric_file.load import load_rubric

__all__ = ["load_rubric"]
