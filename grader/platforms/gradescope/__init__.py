"""Gradescope: its export of submissions, its autograder, and the results that this reads."""

from __future__ import annotations

from grader.model.identity import ClassIds, IdKind
from grader.platforms.platform import Download, Platform, Report, Setup

PLATFORM = Platform(
    name="gradescope",
    title="Gradescope",
    download=Download(
        name="gradescope",
        title="Gradescope export",
        module="grader.platforms.gradescope.download",
        ids=ClassIds(kinds=frozenset({IdKind.STUDENT_NUMBER})),
    ),
    report=Report(name="gradescope", module="grader.platforms.gradescope.report", graded_is_success=True),
    # Those of Ubuntu 22.04 and 24.04, between which one chooses there.
    setup=Setup(maker="grader.platforms.gradescope.setup:course_files", pythons=("3.10", "3.12")),
)
