"""The lines of a student's own file around the one where an exception came from."""

from __future__ import annotations

from bisect import bisect_right

from grader.model.result import SourceLine
from grader.model.sanitize import sanitize
from grader.model.source_location import located
from grader.model.submission import Submission

AROUND = 2
"""Lines before and after."""
WIDEST = 160


def excerpt(submission: Submission, module: str, at: str | None) -> tuple[SourceLine, ...]:
    """
    Return the lines around the place `at`, such as ``tictactoe.py:41``; nothing where there is no such line.

    `module` is what the main file is imported as, whatever its own name is. Of a notebook they are lines of one cell,
    counted as `grader.model.source_location` counts them.
    """
    found = located(submission, module, at or "")
    if found is None:
        return ()
    file, number = found
    lines = file.lines
    starts = file.cells or (1,)
    cell = bisect_right(starts, number)
    start, end = starts[cell - 1], starts[cell] if cell < len(starts) else len(lines) + 1
    first = max(start, number - AROUND)
    return tuple(
        SourceLine(
            number=at_line - start + 1, text=sanitize(text.expandtabs(4).rstrip(), WIDEST), raised=at_line == number
        )
        for at_line, text in enumerate(lines[first - 1 : min(end - 1, number + AROUND)], first)
        if at_line == number or text.strip()
    )
