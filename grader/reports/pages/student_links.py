"""Students as the class's page names them: who, where their own page is, and the same in a list that may be long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from grader.model.result import Result
from grader.model.sanitize import sanitize

LONGEST = 200
"""Characters of a name or a message; a result may come from a file somebody edited."""
LONGEST_FOLDER = 255
"""Bytes in the name of a folder on the systems that graders run on."""
FIRST = 10
"""How many of a list are seen before it is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A student to name."""

    id: str
    name: str
    """Empty where it is the id."""
    href: str
    """The student's own page; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A list of which the first few are seen at once."""

    first: tuple[object, ...]
    rest: tuple[object, ...]


def person(result: Result) -> Person:
    """Return who handed in what `result` is about."""
    who = result.submission
    return Person(id=short(who.id), name=short(who.student) if who.student != who.id else "", href=_href(who.id))


def listed(every: Sequence[object]) -> Listed:
    """Return `every` in two parts."""
    return Listed(first=tuple(every[:FIRST]), rest=tuple(every[FIRST:]))


def short(text: str) -> str:
    """Return `text` as far as the page shows it."""
    return sanitize(text, LONGEST)


def _href(identifier: str) -> str:
    """Return the way to the student's page, in which nothing of the id is anything but a folder's name."""
    folder = identifier.encode("utf-8", "replace")
    if not folder.strip(b".") or len(folder) > LONGEST_FOLDER:
        return ""
    return f"{quote(folder, safe='')}/report.html"
