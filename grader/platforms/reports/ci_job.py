"""What a report needs to know of its CI job, what it gives back, and the case that there is no result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from types import MappingProxyType
from typing import NamedTuple

from grader.model.result import INTERNAL_ERROR, NO_MARK, CheckResult, Result
from grader.model.sanitize import sanitize
from grader.python_text import definitions_in
from grader.text.mark_text import NO_MARK_TEXTS

MAX_REASON = 2000
"""Characters of the reason why there is no mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CiJob:
    """The job of a platform in which the grader runs."""

    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Environment variables."""
    folder: str = ""
    """The folder of the graded file, relative to the workspace of the platform, with forward slashes; empty if same."""
    resume_word: str = ""
    """A word that no student can guess: it ends the part of a log in which nothing is a command."""
    now: datetime = datetime(2000, 1, 1, tzinfo=timezone.utc)
    """When the grader was started."""

    def path(self, file: str) -> str:
        """Return the path of one of the submission's files, relative to the workspace."""
        return f"{self.folder}/{file}" if self.folder else file


class AppendedText(NamedTuple):
    """Text to be added to a file of the platform."""

    variable: str
    """The environment variable with the path of the file; without it nothing is written."""
    text: str
    needed: bool
    """Whether the platform cannot show the mark without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformOutput:
    """What is written to standard output, and what is added to files of the platform."""

    content: str | bytes
    appended: tuple[AppendedText, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMark:
    """Why there is no mark."""

    reason: str
    by_grader: bool
    """Whether the grader failed; otherwise the submission, or what was asked for, could not be read."""
    student: str = ""
    """Empty if it is not known."""
    status: str = INTERNAL_ERROR
    """That of the result, if the grader failed."""

    @property
    def title(self) -> str:
        """What happened, in a few words."""
        return f"Not graded: {NO_MARK[self.status]}" if self.by_grader else "Not graded"

    @property
    def text(self) -> str:
        """What happened, why, and that it costs nothing."""
        reason = sanitize(self.reason, MAX_REASON, keep="\n") or "no more is known"
        if self.by_grader:
            happened = NO_MARK_TEXTS[self.status].happened
            return f"No mark: {happened}. This costs no points.\n{NO_MARK[self.status]}: {reason}"
        return f"No mark: nothing was graded. This is no zero.\nreason: {reason}"


def no_mark_of(result: Result) -> NoMark:
    """Return why a result has no score."""
    return NoMark(reason=result.fault, by_grader=True, student=result.submission.student, status=result.status)


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
