"""
Reads the files that students submitted, and returns `Submission` values that hold their text.

A whole class is read by `class_folder`, which a student's own check never loads.
"""

from __future__ import annotations

from grader.intake.one_submission import read_submission
from grader.intake.safe_read import nearest_entry

__all__ = ["nearest_entry", "read_submission"]
