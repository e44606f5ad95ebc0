"""
Finds out whether code that does not run here is valid in a newer Python.

Then it is not the student's fault. ruff knows which syntax each version added; what it takes for wrong in every version
is the student's own error.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

from grader.capabilities.quality.ruff_process import NotRated, run_ruff
from grader.model.submission import SourceFile, Submission
from grader.python_text import own_modules_used

COMPILE_ERRORS = "F404,F407,F622,F701,F702,F704,F706,F707,PLE0115,PLE0117,PLE0118,PLE1142"
"""What ruff's parser takes and no Python compiles, such as a `return` outside of a function."""
NEWEST = 15
"""Minor version, the last that ruff knows at the time of writing."""
MAX_CELLS = 10
"""Cells of a notebook that are tried one by one, each in some processes."""

Version = tuple[int, int]


class NewerPython(NamedTuple):
    """The Python that a submission needs."""

    version: Version
    file: SourceFile
    line: int
    """The first one that an older Python does not read, from 1."""


def newer_python_needed(submission: Submission, version: Version) -> NewerPython | None:
    """Return the oldest Python newer than `version` that reads the code of `submission`; None if no other one helps."""
    try:
        needs = [
            need for file in (submission.files[0], *own_modules_used(submission)) for need in _needs(file, version)
        ]
    except NotRated:  # without ruff nobody knows
        return None
    return max(needs, key=lambda need: need.version, default=None)


def _needs(file: SourceFile, version: Version) -> Iterator[NewerPython]:
    rows = _wrong_rows(file.text, version)
    lines = file.text.split("\n")
    ends = (*(start - 1 for start in file.cells[1:]), len(lines))
    # A cell of a notebook that is no Python is left out, and the others run.
    parts = [
        part for part in zip(file.cells or (1,), ends, strict=True) if any(part[0] <= row <= part[1] for row in rows)
    ]
    for first, last in parts[:MAX_CELLS]:
        text = "\n".join(lines[first - 1 : last])
        wrong = _wrong_rows(text, version)
        oldest = _oldest(text, version) if wrong else None
        if oldest is not None:
            yield NewerPython(oldest, file, first - 1 + wrong[0])


def _oldest(text: str, version: Version) -> Version | None:
    """Return the oldest Python newer than `version` that takes `text`."""
    major, minor = version
    for newer in range(minor + 1, NEWEST + 1):
        with contextlib.suppress(NotRated):  # a version that ruff does not know
            if not _wrong_rows(text, (major, newer)):
                return (major, newer)
    return None


def _wrong_rows(text: str, version: Version) -> list[int]:
    """Return the lines of `text` that Python of this version does not take."""
    options = ("--target-version", f"py{version[0]}{version[1]}", "--select", COMPILE_ERRORS)
    return [one.row for one in run_ruff(text, options)]
