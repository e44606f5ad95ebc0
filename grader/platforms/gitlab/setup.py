"""A pipeline for the project on GitLab that students fork, and hooks for students."""

from __future__ import annotations

from grader.platforms.installation.bundle import CourseFiles, Order, Pipeline, repository
from grader.platforms.installation.wheels import PipDownload

PIPELINE = Pipeline(package=__package__, template="gitlab-ci.yml", path=".gitlab-ci.yml", folder=".gitlab/grader")


def course_files(order: Order, download: PipDownload) -> CourseFiles:
    """Return the pipeline, the hooks and what they install."""
    return repository(order, download, PIPELINE)
