"""All layouts. A new one is one module with a `Layout` and one entry here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grader.platforms.blackboard.download import BlackboardLayout
from grader.platforms.canvas.download import CanvasLayout
from grader.platforms.classroom50.download import Classroom50Layout
from grader.platforms.github_classroom.download import GithubClassroomLayout
from grader.platforms.gradescope.download import GradescopeLayout
from grader.platforms.moodle.download import MoodleLayout
from grader.platforms.nbgrader.download import NbgraderLayout
from grader.intake.plain_class import PlainLayout
from grader.platforms.submit50.download import Submit50Layout
from grader.intake.upload import Layout
from grader.model.spec import ModuleSpec

PLAIN = PlainLayout()
"""The layout of a class that has no other."""
LAYOUTS: tuple[Layout, ...] = (
    GradescopeLayout(),
    MoodleLayout(),
    BlackboardLayout(),
    CanvasLayout(),
    Classroom50Layout(),
    GithubClassroomLayout(),
    NbgraderLayout(),
    Submit50Layout(),
    PLAIN,
)
"""The first that recognizes a class counts, so special ones stand before general ones."""
LAYOUT_NAMES = tuple(layout.name for layout in LAYOUTS)


def layout_called(name: str) -> Layout:
    """Return the layout of this name, one of `LAYOUT_NAMES`."""
    return next(layout for layout in LAYOUTS if layout.name == name)


def recognized_layout(root: Path, module_spec: ModuleSpec, layouts: Iterable[Layout] = LAYOUTS) -> Layout | None:
    """Return the first of `layouts` that the folder `root` has, None if it has none of them."""
    return next((layout for layout in layouts if layout.recognizes(root, module_spec)), None)
