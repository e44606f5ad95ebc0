"""Where in a student's own work something happened, in the words that the student's editor uses."""

from __future__ import annotations

from bisect import bisect_right

from grader.model.sanitize import sanitize
from grader.model.submission import SourceFile, Submission


def place(submission: Submission, module: str, at: str) -> str:
    """
    Return the place `at`, such as ``AI_game.py:57``, for people: ``cell 3, line 2`` in a notebook, else as it is.

    The main file is known by its own name and by what it is imported as, `module`. Code cells are counted from 1.
    """
    found = located(submission, module, at)
    if found is None or not found[0].cells:
        return sanitize(at)
    file, line = found
    cell = bisect_right(file.cells, line)
    return f"cell {cell}, line {line - file.cells[cell - 1] + 1}"


def located(submission: Submission, module: str, at: str) -> tuple[SourceFile, int] | None:
    """Return the file and the line, from 1, that `at` names; None where there is no such line."""
    path, _, digits = at.rpartition(":")
    files = {f"{module}.py": submission.files[0], **{file.path: file for file in submission.files}}
    # The place comes from inside the wall: a number with thousands of digits is no line.
    if path not in files or not digits.isdecimal() or len(digits) > len(str(len(files[path].text))):
        return None
    # The last line may be empty: what lacks an end is seen there.
    return (files[path], int(digits)) if 1 <= int(digits) <= len(files[path].lines) else None
