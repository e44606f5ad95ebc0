"""The student's code in reports: excerpts, places in words, and the lines that a failed call ran last."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from msgspec import Struct

from grader.model.counterexample import SourceLine
from grader.model.sanitize import sanitize
from grader.model.submission import SourceFile, Submission

MAX_CHARACTERS = 64 * 1024
"""The most characters of all files of a submission in a result: ten times a long solution."""
LINE_COST = 10
"""Characters that each line counts in addition, since a page needs space even for an empty line."""
MAX_WIDTH = 400
"""The most characters of a line."""
TAB = 4
"""Columns of a tab, as in the excerpts of findings."""


class SourceCopy(Struct, frozen=True, kw_only=True):
    """A file of the submission, safe to show."""

    path: str
    """Sanitized."""
    text: str
    """The lines, each sanitized; of a notebook all code cells, one below the other."""
    lines: int
    """The number of lines of the file; `text` may have fewer, since a result keeps only so many characters."""
    cells: tuple[int, ...] = ()
    """For a notebook: the line of `text`, from 1, on which each code cell begins."""


class LinesRun(Struct, frozen=True, kw_only=True):
    """Lines of one file that a failed call ran last: a claim of the inside, on which nothing depends."""

    file: str
    """The path, as in a `SourceCopy`."""
    lines: tuple[int, ...]
    """From 1, each once, in the order in which they were last run."""


def copies_of(submission: Submission) -> tuple[SourceCopy, ...]:
    """Return the files of `submission`, the graded one first; leave out whole lines if there is too much text."""
    found, room = [], MAX_CHARACTERS
    for file in submission.files:
        copy = _copy(file, room)
        found.append(copy)
        room -= sum(map(_cost, copy.text.split("\n")))
    return tuple(found)


def _copy(file: SourceFile, room: int) -> SourceCopy:
    lines, kept = file.lines, []
    for line in lines:
        shown = sanitize(line.expandtabs(TAB).rstrip(), MAX_WIDTH)
        room -= _cost(shown)
        if room < 0:
            break
        kept.append(shown)
    return SourceCopy(path=sanitize(file.path), text="\n".join(kept), lines=len(lines), cells=file.cells)


def _cost(line: str) -> int:
    return len(line) + LINE_COST


SHOWN_TAB = "\u2192   "
"""The picture of a tab in a file that indents with tabs and with spaces."""
LINES_AROUND = 2
"""Lines shown before the line and after it."""
EXCERPT_WIDTH = 160
"""The most characters of a line in an excerpt."""


class SourceLocation(NamedTuple):
    """A line that exists in a submission."""

    file: SourceFile
    line: int
    """From 1; in a notebook all code cells count, one below the other."""


def readable_location(submission: Submission, module: str, at: str) -> str | None:
    """
    Return the location `at`, such as ``AI_game.py:57``, as a student's editor shows it; None if there is no such line.

    For a notebook that is ``cell 3, line 2``, with code cells counted from 1; for any other file it is `at` itself.
    The main file may have its own name in `at`, or `module`, the name under which it is imported.
    """
    found = find_location(submission, module, at)
    if found is None:
        return None
    if not found.file.cells:
        return sanitize(at)
    cell = bisect_right(found.file.cells, found.line)
    return f"cell {cell}, line {found.line - found.file.cells[cell - 1] + 1}"


def short_location(submission: Submission, module: str, at: str) -> str | None:
    """Return what `readable_location` returns, but ``line 57`` in a main file that is no notebook."""
    found = find_location(submission, module, at)
    if found is not None and found.file is submission.files[0] and not found.file.cells:
        return f"line {found.line}"
    return readable_location(submission, module, at)


def find_location(submission: Submission, module: str, at: str) -> SourceLocation | None:
    """Return the file and the line that `at` names; None if there is no such line."""
    path, _, digits = at.rpartition(":")
    files = {f"{module}.py": submission.files[0], **{file.path: file for file in submission.files}}
    # `at` comes from inside the wall: a number with thousands of digits must not reach int().
    if path not in files or not digits.isdecimal() or len(digits) > len(str(len(files[path].text))):
        return None
    # The last line may be empty: Python reports a missing bracket there.
    return SourceLocation(files[path], int(digits)) if 1 <= int(digits) <= len(files[path].lines) else None


def excerpt_around(submission: Submission, module: str, at: str | None, column: int = 0) -> tuple[SourceLine, ...]:
    """
    Return the lines around the location `at`, such as ``tictactoe.py:41``; nothing if there is no such line.

    `module` is the name under which the main file is imported. Lines of a notebook all come from one cell and are
    counted within it. Blank lines are left out. `column` is a column in the location's line.
    """
    found = find_location(submission, module, at or "")
    if found is None:
        return ()
    lines = found.file.lines
    starts = found.file.cells or (1,)
    cell = bisect_right(starts, found.line)
    start, end = starts[cell - 1], starts[cell] if cell < len(starts) else len(lines) + 1
    first = max(start, found.line - LINES_AROUND)
    indents = {line[:1] for line in lines if line[:1].isspace() and line.strip()}
    tab = SHOWN_TAB if len(indents) > 1 else " " * len(SHOWN_TAB)

    def shown(text: str) -> str:
        return sanitize(text.replace("\t", tab), EXCERPT_WIDTH)

    return tuple(
        SourceLine(
            number=number - start + 1,
            text=shown(text.rstrip()),
            raised=number == found.line,
            column=len(shown(text[: column - 1])) + 1 if column and number == found.line else 0,
        )
        for number, text in enumerate(lines[first - 1 : min(end - 1, found.line + LINES_AROUND)], first)
        if number == found.line or text.strip()
    )
