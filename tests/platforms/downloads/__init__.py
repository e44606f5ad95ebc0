"""What students handed in, as each platform gives it to the instructor: one module per platform."""

from __future__ import annotations

from tests.platforms.downloads.blackboard import BLACKBOARD
from tests.platforms.downloads.canvas import CANVAS
from tests.platforms.downloads.download import Download
from tests.platforms.downloads.gradescope import GRADESCOPE
from tests.platforms.downloads.moodle import MOODLE, large_moodle
from tests.platforms.downloads.nbgrader import NBGRADER
from tests.platforms.downloads.repositories import REPOSITORIES

__all__ = ["DOWNLOADS", "Download", "large_moodle"]

DOWNLOADS: dict[str, Download] = {
    **CANVAS,
    **MOODLE,
    **GRADESCOPE,
    **BLACKBOARD,
    **NBGRADER,
    **REPOSITORIES,
}
"""By name: that of the layout, and what is special about it after a hyphen."""
