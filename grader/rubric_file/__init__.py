"""
YAML text to a `Rubric`, and the JSON Schema of that text.

A file with mistakes is refused with all of them at once, each with line, column and what to do.
"""

from __future__ import annotations

from grader.rubric_file.load import load_rubric
from grader.rubric_file.shape import rubric_schema

__all__ = ["load_rubric", "rubric_schema"]
