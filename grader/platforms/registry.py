"""The platforms whose files are filled in: a new one is a module beside this one and an entry here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from grader.platforms.blackboard.gradebook import read_blackboard
from grader.platforms.canvas.gradebook import read_canvas
from grader.platforms.gradebooks.grade_file import ReadGradeFile
from grader.platforms.moodle.gradebook import read_gradebook, read_worksheet

PLATFORM_FILES: Mapping[str, ReadGradeFile] = MappingProxyType(
    {
        "canvas": read_canvas,
        "moodle-worksheet": read_worksheet,
        "moodle-gradebook": read_gradebook,
        "blackboard": read_blackboard,
    }
)
"""By their names after ``--to``."""
