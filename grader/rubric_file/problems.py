"""What is wrong with a rubric file, where, and what to do about it."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from collections.abc import Iterable

SOURCE_LENGTH = 1000


class TextPosition(NamedTuple):
    """A character in the file, counted from 1 as editors do."""

    line: int
    column: int


START = TextPosition(1, 1)


class Problem(NamedTuple):
    """One thing a person has to correct."""

    position: TextPosition
    text: str
    """What is wrong, and what to do."""


def problem_lines(source: str, problems: Iterable[Problem]) -> str:
    """Return one line per problem, ``source:line:column: text``, in file order."""
    name = sanitize(source, SOURCE_LENGTH)
    return "\n".join(
        f"{name}:{problem.position.line}:{problem.position.column}: {problem.text}"
        for problem in sorted(problems, key=attrgetter("position"))
    )
