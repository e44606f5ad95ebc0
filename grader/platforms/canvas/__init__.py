"""Canvas: its download of submissions, its gradebook, and feedback files."""

from __future__ import annotations

from grader.model.identity import ClassIds, IdKind
from grader.platforms.platform import Download, Feedback, Gradebook, Platform

PLATFORM = Platform(
    name="canvas",
    title="Canvas",
    download=Download(
        name="canvas",
        title="Canvas download",
        module="grader.platforms.canvas.download",
        ids=ClassIds(kinds=frozenset({IdKind.CANVAS_USER})),
        roster_hint="; to a Canvas download belongs the export of the gradebook, and to an anonymous one none",
    ),
    gradebooks=(Gradebook(name="canvas", reader="grader.platforms.canvas.gradebook:read_gradebook"),),
    feedback=Feedback(
        namer="grader.platforms.canvas.download:page_name",
        missing="the ids in Canvas's file name are not known; grade the class as downloaded from Canvas",
    ),
)
