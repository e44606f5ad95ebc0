"""What a class report has one row for: a student with a result, or one without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from grader.model.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class NotGraded:
    """A student whose submission could not be read, or not told apart from another."""

    id: str
    student: str
    reason: str


ClassRow: TypeAlias = Result | NotGraded
