"""One row of a class report: a student with a result, or a student without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from grader.model.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class NotGraded:
    """A student whose submission could not be read, or has the same id as another one."""

    id: str
    student: str
    reason: str


ClassRow: TypeAlias = Result | NotGraded


class IdAndName(NamedTuple):
    """What a class report calls a student; sorts by id."""

    id: str
    student: str
    """The name to show."""


def id_and_name(row: ClassRow) -> IdAndName:
    """Return the row's id and the name to show."""
    if isinstance(row, NotGraded):
        return IdAndName(row.id, row.student)
    return IdAndName(row.submission.id, row.submission.student)
