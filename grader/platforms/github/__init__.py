"""GitHub: a workflow for a repository, and the log and summary of its job."""

from __future__ import annotations

from grader.platforms.platform import Platform, Report, Setup

PLATFORM = Platform(
    name="github",
    title="GitHub",
    report=Report(name="github", module="grader.platforms.github.report"),
    setup=Setup(
        maker="grader.platforms.installation.bundle:repository",
        pipeline=(__name__, "workflow.yml", ".github/workflows/grader.yml", ".github/grader"),
    ),
)
