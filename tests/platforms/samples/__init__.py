"""What students handed in, as each platform gives it to the instructor: one module per platform."""

from __future__ import annotations

from grader.intake.class_listing import ClassOptions
from grader.platforms import registry
from tests.platforms.samples.blackboard import BLACKBOARD
from tests.platforms.samples.canvas import CANVAS
from tests.platforms.samples.download import Download
from tests.platforms.samples.gradescope import GRADESCOPE
from tests.platforms.samples.moodle import MOODLE, large_moodle
from tests.platforms.samples.nbgrader import NBGRADER
from tests.platforms.samples.repositories import REPOSITORIES

__all__ = ["AS_RECOGNIZED", "DOWNLOADS", "LAYOUTS", "Download", "large_moodle"]

DOWNLOADS: dict[str, Download] = {
    **CANVAS,
    **MOODLE,
    **GRADESCOPE,
    **BLACKBOARD,
    **NBGRADER,
    **REPOSITORIES,
}
"""By name: that of the layout, and what is special about it after a hyphen."""
LAYOUTS = {one.name: one for one in registry.DOWNLOADS}
AS_RECOGNIZED = ClassOptions(layouts=registry.DOWNLOADS)
"""As `grader batch` reads a class without options."""
