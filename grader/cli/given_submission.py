"""The submission at the path that a user gives; if there is none, the rubric may be the wrong one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import UserError

if TYPE_CHECKING:
    from grader.intake.git.sentences import WantedCommit
    from grader.model.rubric import Rubric
    from grader.model.spec import ModuleSpec
    from grader.model.submission import Submission


def given_submission(path: Path, rubric: Rubric, *, with_files: bool = True) -> Submission:
    """
    Return the submission at `path`, and the other files that `rubric` demands if they are wanted.

    UserError if it cannot be read; if it fits another assignment, the message names the rubric of that assignment.
    """
    from grader.assignments import ASSIGNMENTS
    from grader.cli.options import wanted_commit
    from grader.intake import read_submission

    kib = rubric.limits.source_kib
    commit = wanted_commit()
    try:
        files = rubric.wanted_files if with_files else None
        return read_submission(path, ASSIGNMENTS[rubric.assignment].module_spec, kib, files, commit)
    except UserError as error:
        for other in ASSIGNMENTS.values():
            if other.id != rubric.assignment and _can_be_read(path, other.module_spec, kib, commit):
                name = other.rubrics[0].name
                raise UserError(f"{error}; if it is for another assignment, use --rubric {name}") from None
        raise


def _can_be_read(path: Path, module_spec: ModuleSpec, source_kib: int, commit: WantedCommit | None) -> bool:
    from grader.intake import read_submission

    try:
        read_submission(path, module_spec, source_kib, commit=commit)
    except UserError:
        return False
    return True
