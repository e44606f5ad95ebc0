"""All platforms. A new one is a folder beside this module, its import here and one line in `PLATFORMS`."""

from __future__ import annotations

from grader.model.class_row import PLAIN
from grader.model.identity import UNKNOWN_IDS, ClassIds
from grader.platforms import (
    blackboard,
    canvas,
    classroom50,
    github,
    github_classroom,
    gitlab,
    gradescope,
    moodle,
    nbgrader,
    otter,
    submit50,
)
from grader.platforms.platform import Download, Feedback, Gradebook, Platform, Report, Setup

PLATFORMS: tuple[Platform, ...] = (
    gradescope.PLATFORM,
    moodle.PLATFORM,
    blackboard.PLATFORM,
    canvas.PLATFORM,
    classroom50.PLATFORM,
    github_classroom.PLATFORM,
    nbgrader.PLATFORM,
    submit50.PLATFORM,
    github.PLATFORM,
    gitlab.PLATFORM,
    otter.PLATFORM,
)
"""The first whose download recognizes a class counts, so special ones stand before general ones."""
DOWNLOADS: tuple[Download, ...] = tuple(one.download for one in PLATFORMS if one.download)
GRADEBOOKS: dict[str, Gradebook] = {book.name: book for one in PLATFORMS for book in one.gradebooks}
FEEDBACK: dict[str, Feedback] = {one.name: one.feedback for one in PLATFORMS if one.feedback}
REPORTS: dict[str, Report] = {one.report.name: one.report for one in PLATFORMS if one.report}
SETUPS: dict[str, Setup] = {one.name: one.setup for one in PLATFORMS if one.setup}


def ids_of(layout: str) -> ClassIds:
    """Return what the ids of a class are that was read as `layout`; empty if it is not known as which."""
    if layout == PLAIN:
        return ClassIds(named_by_people=True)
    return next((one.ids for one in DOWNLOADS if one.name == layout), UNKNOWN_IDS)
