"""
Reads the files of students into `Submission` values.

`class_folder` reads a whole class. A student's own check never loads it.
"""

from __future__ import annotations

from grader.intake.one_submission import read_submission
from grader.intake.safe_read import nearest_entry

__all__ = ["nearest_entry", "read_submission"]
