"""Moodle: its download of submissions, its two tables of marks, and feedback files."""

from __future__ import annotations

from grader.model.identity import ClassIds, IdKind
from grader.platforms.platform import Download, Feedback, Gradebook, Platform

PLATFORM = Platform(
    name="moodle",
    title="Moodle",
    download=Download(
        name="moodle",
        title="Moodle download",
        module="grader.platforms.moodle.download",
        ids=ClassIds(kinds=frozenset({IdKind.MOODLE_PARTICIPANT})),
        roster_hint="; to a Moodle download belongs the grading worksheet of the same assignment",
    ),
    gradebooks=(
        Gradebook(name="moodle-worksheet", reader="grader.platforms.moodle.gradebook:read_worksheet"),
        Gradebook(
            name="moodle-gradebook",
            reader="grader.platforms.moodle.gradebook:read_gradebook",
            writer="grader.platforms.moodle.gradebook:new_gradebook",
        ),
    ),
    feedback=Feedback(
        namer="grader.platforms.moodle.download:page_name",
        missing="Moodle's number of the participant is not known; grade the class as downloaded from Moodle",
    ),
)
