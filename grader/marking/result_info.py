"""What a result states about its submission, its rubric and the grader."""

from __future__ import annotations

import hashlib
import sys

from grader.capabilities.registry import assessing_programs
from grader.model.identity import identity_fields
from grader.model.isolation import Isolation
from grader.model.result import GraderInfo, RubricInfo, SubmissionInfo
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.submission import Submission
from grader.python_text import code_sha256
from grader.version import __version__


def submission_info(submission: Submission) -> SubmissionInfo:
    return SubmissionInfo(
        **identity_fields(submission),
        sha256=submission.sha256,
        code_sha256=code_sha256(submission),
        main=submission.main,
        files=tuple(sanitize(file.path) for file in submission.files),
    )


def rubric_info(rubric: Rubric) -> RubricInfo:
    return RubricInfo(
        title=rubric.title,
        assignment=rubric.assignment,
        sha256=rubric.sha256,
        question=hashlib.sha256(rubric.question.encode()).hexdigest(),
        scale_decimals=rubric.scale.decimals if rubric.scale else None,
        scale_cap=rubric.scale is not None and rubric.scale.cap,
        zero_missing=rubric.zero_missing,
    )


def grader_info(submission: Submission, rubric: Rubric, isolation: Isolation | None) -> GraderInfo:
    """
    Return the grader's version and isolation, with the hash of everything that the mark depends on.

    Of the isolation, only the level is part of the hash: a newer kernel may reach the same level in another way.
    """
    python = (isolation.python if isolation is not None else "") or f"{sys.version_info.major}.{sys.version_info.minor}"
    level = isolation.level.value if isolation is not None else ""
    # Not part of the submission's own hash: marks by hand stay when only a README or a tool's folder changes.
    other_files = () if submission.handed_in is None else (submission.handed_in.sha256,)
    parts = (
        submission.sha256,
        submission.main,
        rubric.sha256,
        __version__,
        python,
        level,
        *other_files,
        *assessing_programs(rubric),
    )
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return GraderInfo(version=__version__, python=python, isolation=isolation, key=key)
