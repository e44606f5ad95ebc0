"""GitHub Classroom: its clones, and the result for its reporter."""

from __future__ import annotations

from grader.platforms.platform import Download, Platform, Report

PLATFORM = Platform(
    name="github-classroom",
    title="GitHub Classroom",
    download=Download(
        name="github-classroom", title="GitHub Classroom", module="grader.platforms.github_classroom.download"
    ),
    report=Report(name="github-classroom", module="grader.platforms.github_classroom.report", graded_is_success=True),
)
