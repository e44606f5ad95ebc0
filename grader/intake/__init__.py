"""Reads the files that students submitted, and returns `Submission` values that hold their text."""

from __future__ import annotations

from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.class_options import ClassOptions
from grader.intake.folder_scan import nearest_entry
from grader.intake.one_submission import read_submission

__all__ = ["ClassIntake", "ClassOptions", "nearest_entry", "read_class", "read_submission"]
