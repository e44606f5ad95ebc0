"""Places in a student's own work: a line of a file or of a notebook's cell, and the lines around it."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from grader.model.counterexample import SourceLine
from grader.model.sanitize import sanitize
from grader.model.submission import SourceFile, Submission

LINES_AROUND = 2
"""Lines shown before the line and after it."""
MAX_WIDTH = 160
"""Characters of a line."""


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


def excerpt_around(submission: Submission, module: str, at: str | None) -> tuple[SourceLine, ...]:
    """
    Return the lines around the location `at`, such as ``tictactoe.py:41``; nothing if there is no such line.

    `module` is the name under which the main file is imported. Lines of a notebook all come from one cell and are
    counted within it, as in `grader.model.source_location`. Blank lines are left out.
    """
    found = find_location(submission, module, at or "")
    if found is None:
        return ()
    lines = found.file.lines
    starts = found.file.cells or (1,)
    cell = bisect_right(starts, found.line)
    start, end = starts[cell - 1], starts[cell] if cell < len(starts) else len(lines) + 1
    first = max(start, found.line - LINES_AROUND)
    return tuple(
        SourceLine(
            number=number - start + 1,
            text=sanitize(text.expandtabs(4).rstrip(), MAX_WIDTH),
            raised=number == found.line,
        )
        for number, text in enumerate(lines[first - 1 : min(end - 1, found.line + LINES_AROUND)], first)
        if number == found.line or text.strip()
    )
