"""
YAML text to a `Rubric`, and the JSON Schema of that text.

A file that is not right is refused with every problem at once, each with its line and column and what to do about it.
"""

from __future__ import annotations

from grader.rubric_file.load import load_rubric
from grader.rubric_file.shape import rubric_schema

__all__ = ["load_rubric", "rubric_schema"]
