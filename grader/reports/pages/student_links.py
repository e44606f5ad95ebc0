"""Students as the class's page names them: name, id, a link to their own page; and lists that may be long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.sanitize import sanitize

MAX_TEXT = 200
"""Characters of a name or a message; a result may come from a file that somebody edited."""
MAX_FOLDER_NAME = 255
"""Bytes in the name of a folder: the limit of the usual file systems of Linux and macOS."""
FIRST = 10
"""Items of a list that are seen before it is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentLink:
    """A student to name."""

    id: str
    name: str
    """In its own script; the id if there is no other name."""
    href: str
    """The student's own page, relative to the class's; empty when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncated:
    """A list of which only the first items are seen until it is opened."""

    first: tuple[object, ...]
    rest: tuple[object, ...]


def student_link(row: ClassRow) -> StudentLink:
    """Return the student of `row`; one who is not graded has no page."""
    who = student_of(row)
    href = "" if isinstance(row, NotGraded) else _href(who.id)
    return StudentLink(id=short_text(who.id), name=short_text(who.student) or short_text(who.id), href=href)


def truncate(items: Sequence[object]) -> Truncated:
    """Return `items` in two parts."""
    return Truncated(first=tuple(items[:FIRST]), rest=tuple(items[FIRST:]))


def short_text(text: str) -> str:
    """Return `text` as far as the class's page shows it."""
    return sanitize(text, MAX_TEXT)


def _href(identifier: str) -> str:
    """Return the address of the student's page: any id can only name a folder beside the class's page."""
    folder = identifier.encode("utf-8", "replace")
    if not folder.strip(b".") or len(folder) > MAX_FOLDER_NAME:
        return ""
    return f"{quote(folder, safe='')}/report.html"
