"""What is wrong with a rubric file, where, and what to do about it."""

from __future__ import annotations

import difflib
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from collections.abc import Iterable

QUOTED_LENGTH = 60
SOURCE_LENGTH = 1000


class Place(NamedTuple):
    """A character in the file, counted from 1 as editors do."""

    line: int
    column: int


START = Place(1, 1)


class Problem(NamedTuple):
    """One thing a person has to mend."""

    place: Place
    text: str
    """What is wrong; what to do."""


def quoted(text: str) -> str:
    """Return a word of the file safe to show in a message."""
    return f"'{sanitize(text, QUOTED_LENGTH)}'"


def closest(word: str, options: Iterable[str]) -> str | None:
    """Return the option that `word` was probably meant to be."""
    # Clipped, since comparing takes time that grows with the square of the length.
    matches = difflib.get_close_matches(word[:QUOTED_LENGTH].lower(), list(options), n=1)
    return matches[0] if matches else None


def did_you_mean(word: str, options: Iterable[str], otherwise: str) -> str:
    """Return the remedy for a name that does not exist."""
    match = closest(word, options)
    return otherwise if match is None else f"did you mean {quoted(match)}?"


def report(source: str, problems: Iterable[Problem]) -> str:
    """Return one line per problem, in file order."""
    name = sanitize(source, SOURCE_LENGTH)
    return "\n".join(
        f"{name}:{problem.place.line}:{problem.place.column}: {problem.text}"
        for problem in sorted(problems, key=attrgetter("place"))
    )
