"""The lines of a student's own file around the one where an exception came from."""

from __future__ import annotations

from grader.model.result import SourceLine
from grader.model.submission import Submission
from grader.model.text import clean

AROUND = 2
"""Lines before and after."""
WIDEST = 160


def excerpt(submission: Submission, module: str, at: str | None) -> tuple[SourceLine, ...]:
    """
    Return the lines around the place `at`, such as ``tictactoe.py:41``; nothing where there is no such line.

    `module` is what the main file is imported as, whatever its own name is.
    """
    path, _, digits = (at or "").rpartition(":")
    files = {f"{module}.py": submission.files[0], **{file.path: file for file in submission.files[1:]}}
    # The place comes from inside the wall: a number with thousands of digits is no line.
    if path not in files or not digits.isdecimal() or len(digits) > len(str(len(files[path].text))):
        return ()
    number = int(digits)
    # Lines as Python counts them: a form feed ends none.
    lines = files[path].text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not 1 <= number <= len(lines):
        return ()
    first = max(1, number - AROUND)
    return tuple(
        SourceLine(number=at_line, text=clean(text.expandtabs(4).rstrip(), WIDEST), raised=at_line == number)
        for at_line, text in enumerate(lines[first - 1 : number + AROUND], first)
        if at_line == number or text.strip()
    )
