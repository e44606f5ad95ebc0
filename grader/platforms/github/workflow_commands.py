"""Commands that a runner of GitHub Actions finds in the log of a job."""

from __future__ import annotations

from enum import Enum

from grader.platforms.reports.ci_job import CiJob
from grader.platforms.reports.locations import Location

MOST_OF_A_KIND = 10
"""Annotations of one kind that GitHub shows for a step; more are dropped silently."""
IN_DATA = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
IN_PROPERTY = {**IN_DATA, ord(":"): "%3A", ord(","): "%2C"}


class AnnotationKind(Enum):
    """The kinds of annotations, by the names of their commands."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


def annotation(kind: AnnotationKind, title: str, message: str, place: Location | None, job: CiJob) -> str:
    """Return the command for one annotation, a single line."""
    properties = {} if place is None else {"file": job.path(place.file)}
    if place is not None and place.line is not None:
        properties["line"] = str(place.line)
    properties["title"] = title
    shown = ",".join(f"{name}={value.translate(IN_PROPERTY)}" for name, value in properties.items())
    return f"::{kind.value} {shown}::{message.translate(IN_DATA)}"


def without_commands(text: str, resume_word: str) -> str:
    """Return `text` so that no line of it is a command, whatever it says: only `resume_word` ends that."""
    return f"::stop-commands::{resume_word}\n{text.rstrip()}\n::{resume_word}::"
