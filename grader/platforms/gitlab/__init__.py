"""GitLab: a pipeline for a project, and JUnit XML, which it and most other CI shows."""

from __future__ import annotations

from grader.platforms.platform import Platform, Report, Setup

PLATFORM = Platform(
    name="gitlab",
    title="GitLab",
    report=Report(name="junit", module="grader.platforms.gitlab.report"),
    setup=Setup(
        maker="grader.platforms.installation.bundle:repository",
        pipeline=(__name__, "gitlab-ci.yml", ".gitlab-ci.yml", ".gitlab/grader"),
    ),
)
