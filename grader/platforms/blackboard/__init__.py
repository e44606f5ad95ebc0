"""Blackboard: its download of submissions and its gradebook."""

from __future__ import annotations

from grader.model.identity import ClassIds, IdKind
from grader.platforms.platform import Download, Gradebook, Platform

PLATFORM = Platform(
    name="blackboard",
    title="Blackboard",
    download=Download(
        name="blackboard",
        title="Blackboard download",
        module="grader.platforms.blackboard.download",
        ids=ClassIds(kinds=frozenset({IdKind.LOGIN, IdKind.STUDENT_NUMBER})),
    ),
    gradebooks=(Gradebook(name="blackboard", reader="grader.platforms.blackboard.gradebook:read_gradebook"),),
)
