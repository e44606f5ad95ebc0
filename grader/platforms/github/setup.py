"""A workflow for the template repository of an assignment on GitHub, and hooks for students."""

from __future__ import annotations

from grader.platforms.installation.bundle import CourseFiles, Order, Pipeline, repository
from grader.platforms.installation.wheels import PipDownload

PIPELINE = Pipeline(
    package=__package__, template="workflow.yml", path=".github/workflows/grader.yml", folder=".github/grader"
)


def course_files(order: Order, download: PipDownload) -> CourseFiles:
    """Return the workflow, the hooks and what they install."""
    return repository(order, download, PIPELINE)
