"""The line of a student's file that a finding is about, as an annotation needs it."""

from __future__ import annotations

import re
from typing import NamedTuple

from grader.model.result import CheckResult, Result
from grader.model.sanitize import sanitize
from grader.python_text import definitions_in

IN_FILE = re.compile(r"(?P<file>[^:]{1,200}):(?P<line>[0-9]{1,6})")
MAX_FILE = 200
"""Characters of a file's path."""


class Location(NamedTuple):
    """A file of the submission and a line of it, from 1; None if it is about the whole file or a notebook."""

    file: str
    line: int | None = None


def location_of(check: CheckResult, result: Result) -> Location:
    """Return where an exception was raised; else the definition of the function; else the graded file."""
    example = check.counterexample
    raised = None if example is None or example.at is None else location_at(example.at, result)
    return raised or _definition(check.function, result) or graded_file(result)


def location_at(at: str, result: Result) -> Location | None:
    """Return the line that `at`, such as ``tictactoe.py:41``, names; None if there is no such line in a Python file."""
    found = IN_FILE.fullmatch(at)
    if found is None:
        return None
    known = {copy.path: copy for copy in reversed(result.source)}
    copy = known.get(found["file"])
    line = int(found["line"])
    if copy is None or copy.cells or not 1 <= line <= copy.lines:
        return None
    return Location(sanitize(copy.path, MAX_FILE), line)


def graded_file(result: Result) -> Location:
    """Return the graded file as a whole."""
    return Location(sanitize(result.submission.main, MAX_FILE))


def _definition(function: str, result: Result) -> Location | None:
    """Return the last definition of `function` in the graded file, which is the one that counts."""
    copy = next(iter(result.source), None)
    if copy is None or copy.cells:
        return None
    lines = [one.line for one in definitions_in(copy.text) if one.name == function and not one.within]
    return Location(sanitize(copy.path, MAX_FILE), lines[-1]) if lines else None
