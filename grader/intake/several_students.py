"""Signs that a folder holds the work of several students. Without sure signs it is the work of one student."""

from __future__ import annotations

from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import is_candidate, is_code, student_in_name
from grader.intake.folder_scan import Entry, find_files, is_ignored, list_folder
from grader.intake.student_ids import folded
from grader.intake.unpackable import is_unpackable
from grader.model.spec import ModuleSpec

SEVERAL = 2


def holds_several_students(folder: Path, module_spec: ModuleSpec, *, is_wrapped: bool = False) -> bool:
    """
    Return whether several entries of `folder` are each like the work of one student.

    If the folder `is_wrapped`, a tool made it around the class. Then any file of code and any archive may be a
    student's; otherwise they may be what one student handed in, and only ``<student>_tictactoe.py`` is sure.
    """
    entries = _visible(folder)
    if any(not entry.is_folder and is_candidate(entry.name, module_spec) for entry in entries):
        return False
    return sum(_is_work(folder, entry, module_spec, is_wrapped=is_wrapped) for entry in entries) >= SEVERAL


def are_sections(folder: Path, module_spec: ModuleSpec) -> bool:
    """
    Return whether the folders in `folder` are sections of a class: each holds several students.

    Folders of the same name in two sections, such as ``v1``, are rather the parts of one student's work.
    """
    entries = [entry for entry in _visible(folder) if entry.is_folder or is_code(entry.name, module_spec)]
    if len(entries) < SEVERAL or not all(entry.is_folder for entry in entries):
        return False
    names: set[str] = set()
    for entry in entries:
        inner = _visible(folder / entry.name)
        students = {folded(one.name) for one in inner if one.is_folder}
        if any(is_code(one.name, module_spec) for one in inner if not one.is_folder) or names & students:
            return False
        if not holds_several_students(folder / entry.name, module_spec):
            return False
        names |= students
    return True


def holds_candidate(folder: Path, module_spec: ModuleSpec) -> bool:
    """Return whether in or below `folder` there is a file with the sheet's name; no if it cannot be listed."""
    try:
        return bool(find_files(folder, folder.name, lambda name: is_candidate(name, module_spec)))
    except UserError:
        return False


def _visible(folder: Path) -> list[Entry]:
    try:
        return [entry for entry in list_folder(folder, folder.name) if not is_ignored(entry.name)]
    except UserError:
        return []


def _is_work(folder: Path, entry: Entry, module_spec: ModuleSpec, *, is_wrapped: bool) -> bool:
    if entry.is_folder:
        return holds_candidate(folder / entry.name, module_spec)
    if not is_code(entry.name, module_spec):
        return is_wrapped and is_unpackable(entry.name)
    names_student = student_in_name(entry.name, module_spec.module) != entry.name.rpartition(".")[0]
    return is_wrapped or names_student
