"""Classroom 50: its download of repositories, its autograder, and the result that this reads."""

from __future__ import annotations

from grader.platforms.platform import Download, Platform, Report, Setup

PLATFORM = Platform(
    name="classroom50",
    title="Classroom 50",
    download=Download(
        name="classroom50", title="Classroom 50 download", module="grader.platforms.classroom50.download"
    ),
    report=Report(
        name="classroom50",
        module="grader.platforms.classroom50.report",
        graded_is_success=True,
        variables=("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"),
    ),
    setup=Setup(maker="grader.platforms.classroom50.setup:course_files"),
)
