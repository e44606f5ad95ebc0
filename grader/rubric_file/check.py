"""Finds everything that is wrong with a rubric file; loaded only for a file that somebody wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.rubric_file.draft import read_draft
from grader.rubric_file.messages import match_shape
from grader.rubric_file.problems import problem_lines
from grader.rubric_file.rules import broken_rules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grader.model.spec import Assignment
    from grader.rubric_file.yaml_reader import Reading


def require_right(reading: Reading, source: str, assignments: Mapping[str, Assignment], folder: Path | None) -> None:
    """Raise UserError with all problems of the file that the user calls `source`, in file order, if it has any."""
    document, problems = reading
    if document is None:
        raise UserError(problem_lines(source, problems))
    match = match_shape(document)
    broken = broken_rules(read_draft(document, match.broken, assignments, folder))
    if problems or match.problems or broken:
        raise UserError(problem_lines(source, [*problems, *match.problems, *broken]))
