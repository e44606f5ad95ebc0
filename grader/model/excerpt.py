"""The lines of a student's own file around the line where an exception was raised."""

from __future__ import annotations

from bisect import bisect_right

from grader.model.counterexample import SourceLine
from grader.model.sanitize import sanitize
from grader.model.source_location import find_location
from grader.model.submission import Submission

LINES_AROUND = 2
"""Lines shown before the line and after it."""
MAX_WIDTH = 160
"""Characters of a line."""


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
