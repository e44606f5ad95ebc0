"""All layouts, and which of them a class has. A new layout is one module with a `Layout` and one entry here."""

from __future__ import annotations

from pathlib import Path

from grader.intake.layouts.canvas import CanvasLayout
from grader.intake.layouts.moodle import MoodleLayout
from grader.intake.layouts.plain import PlainLayout
from grader.intake.upload import Layout
from grader.model.spec import ModuleSpec

LAYOUTS: tuple[Layout, ...] = (MoodleLayout(), CanvasLayout(), PlainLayout())
"""The first that recognizes a class counts, so special ones stand before general ones."""
LAYOUT_NAMES = tuple(layout.name for layout in LAYOUTS)


def choose_layout(root: Path, module_spec: ModuleSpec, name: str = "") -> Layout:
    """Return the layout called `name`; if none is named, the one that the folder `root` has."""
    if name:
        return next(layout for layout in LAYOUTS if layout.name == name)
    return next(layout for layout in LAYOUTS if layout.recognizes(root, module_spec))
