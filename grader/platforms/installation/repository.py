"""The files of a repository that students start from: what CI runs, hooks for students, and what both install."""

from __future__ import annotations

from typing import NamedTuple

from grader.platforms.installation.bundle import CourseFiles, Order, bundle, template
from grader.platforms.installation.needed_wheels import PipDownload

HOOKS = ("pre-push", "pre-commit")
STEPS = (
    "commit all of it to the repository that students start from",
    "tell students who want each push graded on their own computer first: git config core.hooksPath .githooks",
    "take the marks that count from `grader batch` on the clones: whoever can push can change these files",
)


class Pipeline(NamedTuple):
    """What a platform's CI reads."""

    package: str
    """The package that has the template."""
    template: str
    path: str
    """Where the platform looks for it in the repository."""
    folder: str
    """Where the grader's own files lie in the repository."""


def repository(order: Order, download: PipDownload, pipeline: Pipeline) -> CourseFiles:
    """Return the files, with the pipeline filled in."""
    python = order.targets[0].python
    values = {"LEVEL": order.level.value, "PYTHON": python, "MINUTES": str(order.minutes)}
    installed = bundle(order, download, carries_wheels=False).items()
    hooks = {f".githooks/{name}": template(__package__, name, FOLDER=pipeline.folder) for name in HOOKS}
    return CourseFiles(
        files={
            pipeline.path: template(pipeline.package, pipeline.template, **values),
            **hooks,
            **{f"{pipeline.folder}/{name}": data for name, data in installed},
        },
        programs=frozenset(hooks),
        steps=STEPS,
    )
