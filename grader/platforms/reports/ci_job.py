"""What a report needs to know of its CI job, what it gives back, and the case that there is no result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from types import MappingProxyType
from typing import NamedTuple

from grader.model.result import INTERNAL_ERROR, NO_MARK, Result
from grader.model.sanitize import sanitize
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
