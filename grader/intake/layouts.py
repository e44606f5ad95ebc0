"""
How a folder with the work of a class is laid out: which of its entries are students' work, and whose.

Another layout, such as the export of a learning platform, is one module with a `Layout` and one entry in `LAYOUTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from grader.intake.file_names import is_code, student_in_name
from grader.intake.folder_scan import Entry
from grader.model.spec import ModuleSpec

Layout: TypeAlias = Callable[[Entry, ModuleSpec], str | None]
"""Returns the student's name, as written in the name of an entry directly below the class's folder, or None."""


def student_folder(entry: Entry, module_spec: ModuleSpec) -> str | None:
    """Return the name of any folder: ``<student>/.../tictactoe.py``."""
    del module_spec
    return entry.name if entry.is_folder else None


def student_file(entry: Entry, module_spec: ModuleSpec) -> str | None:
    """Return the student that a file is named after: ``<student>.py`` or ``<student>_tictactoe.py``."""
    if entry.is_folder or not is_code(entry.name, module_spec):
        return None
    return student_in_name(entry.name, module_spec.module)


LAYOUTS: tuple[Layout, ...] = (student_folder, student_file)
"""All layouts; the first that recognizes an entry counts, so special ones belong before general ones."""


def student_of(entry: Entry, module_spec: ModuleSpec) -> str | None:
    """Return the name of the student whose work `entry` is, None if it is not the work of a student."""
    names = (layout(entry, module_spec) for layout in LAYOUTS)
    return next((name for name in names if name is not None), None)
