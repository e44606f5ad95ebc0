"""One row of a class report: a student with a result, or a student without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from grader.model.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class NotGraded:
    """A student whose submission could not be read, or has the same id as another one."""

    id: str
    student: str
    reason: str


ClassRow: TypeAlias = Result | NotGraded
