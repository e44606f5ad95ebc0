"""The place in a student's own work where something happened: a line of a file, or of a notebook's cell."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from grader.model.sanitize import sanitize
from grader.model.submission import SourceFile, Submission


class SourceLocation(NamedTuple):
    """A line that exists in a submission."""

    file: SourceFile
    line: int
    """From 1; of a notebook it counts all code cells, one below the other."""


def readable_location(submission: Submission, module: str, at: str) -> str | None:
    """
    Return the location `at`, such as ``AI_game.py:57``, as a student's editor shows it; None if there is no such line.

    For a notebook that is ``cell 3, line 2``, with code cells counted from 1; for any other file it is `at` itself.
    `module` is the name under which the main file is imported: both that name and the file's own are understood.
    """
    found = find_location(submission, module, at)
    if found is None:
        return None
    if not found.file.cells:
        return sanitize(at)
    cell = bisect_right(found.file.cells, found.line)
    return f"cell {cell}, line {found.line - found.file.cells[cell - 1] + 1}"


def find_location(submission: Submission, module: str, at: str) -> SourceLocation | None:
    """Return the file and the line that `at` names; None if there is no such line."""
    path, _, digits = at.rpartition(":")
    files = {f"{module}.py": submission.files[0], **{file.path: file for file in submission.files}}
    # `at` comes from inside the wall: a number with thousands of digits must not reach int().
    if path not in files or not digits.isdecimal() or len(digits) > len(str(len(files[path].text))):
        return None
    # The last line may be empty: Python reports a missing bracket there.
    return SourceLocation(files[path], int(digits)) if 1 <= int(digits) <= len(files[path].lines) else None
