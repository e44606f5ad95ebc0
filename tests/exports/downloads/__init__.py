"""What students handed in, as each platform gives it to the instructor: one module per platform."""

from __future__ import annotations

from tests.exports.downloads.blackboard import BLACKBOARD
from tests.exports.downloads.canvas import CANVAS
from tests.exports.downloads.download import Download
from tests.exports.downloads.gradescope import GRADESCOPE
from tests.exports.downloads.moodle import MOODLE, large_moodle
from tests.exports.downloads.nbgrader import NBGRADER
from tests.exports.downloads.repositories import REPOSITORIES

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
