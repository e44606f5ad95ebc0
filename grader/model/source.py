"""The student's code as reports show it, and which of its lines a failed call ran last."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.sanitize import sanitize
from grader.model.submission import SourceFile, Submission

MAX_CHARACTERS = 64 * 1024
"""Characters of all files of a submission that a result keeps: ten times a long solution."""
LINE_COST = 10
"""Characters that a line counts beside its own: a page needs more for an empty one."""
MAX_WIDTH = 400
"""Characters of a line."""
TAB = 4
"""Columns of a tab, as in the excerpts of findings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCopy:
    """A file of the submission, safe to show."""

    path: str
    """Sanitized."""
    text: str
    """Its lines, each sanitized; of a notebook all code cells, one below the other."""
    lines: int
    """How many lines the file has; `text` may have fewer, since a result keeps only so many characters."""
    cells: tuple[int, ...] = ()
    """For a notebook: the line of `text`, from 1, on which each code cell begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesRun:
    """Lines of one file that a failed call ran last: a claim of the inside, on which nothing depends."""

    file: str
    """The path, as in a `SourceCopy`."""
    lines: tuple[int, ...]
    """From 1, each once, in the order in which they were last run."""


def copies_of(submission: Submission) -> tuple[SourceCopy, ...]:
    """Return the files of `submission`, the graded one first; whole lines are left out once there is too much text."""
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
