"""What an upload would do to a platform."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeChange:
    """One grade that would be another one afterwards; an empty text is no grade."""

    student: str
    column: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackChange:
    """A comment that a student would get in place of another one."""

    student: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackFile:
    """A file that a student would get."""

    student: str
    shown_as: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """A row, a cell or a file that the platform leaves out."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Everything that an upload would do."""

    grades: tuple[GradeChange, ...] = ()
    feedback: tuple[FeedbackChange, ...] = ()
    files: tuple[FeedbackFile, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    new_columns: tuple[str, ...] = ()
    new_students: tuple[str, ...] = ()
    other_changes: tuple[str, ...] = ()
    refused: str = ""
    """Why nothing of the upload is taken."""


class RefusedError(Exception):
    """The platform takes nothing of this upload."""
