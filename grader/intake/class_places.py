"""
The places of students' entries: the class's folder, a folder that only wraps it, or a folder per section.

An archive of a whole class counts as a folder of its name.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from grader.errors import UserError
from grader.intake.archives.members import OF_A_CLASS, Allowance
from grader.intake.archives.unpacking import Scratch, Unpacked, unpack
from grader.intake.file_names import is_archive, is_candidate, is_code, is_unpackable, student_in_name, unpacked_name
from grader.intake.main_file import MAX_SEARCHED, WantedSources, defining_files
from grader.intake.safe_read import Entry, FoundFile, find_files, is_ignored, leads_to_folder, list_folder, path_shown
from grader.intake.student_ids import folded
from grader.model.class_row import Skipped
from grader.model.spec import ModuleSpec

MAX_WRAPPERS = 4
"""Folders and archives around each other with nothing beside them."""
OUTSIDE = "beside the sections"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlace:
    """A folder that may hold the entries of students."""

    folder: Path
    shown: str  # name in messages
    name: str  # name of the folder, or of the archive without its ending
    inner: str = ""
    """The path from the class's folder, with a slash at the end; empty for the class's folder itself."""
    section: str = ""
    is_download: bool = False
    """Whether the place is an archive that the user named."""
    is_wrapped: bool = False
    """Whether the place lies in such an archive, or in a folder or archive of the same name, as tools make it."""
    skipped: tuple[Skipped, ...] = ()
    """Entries that could not be unpacked on the way."""


class Sections(NamedTuple):
    places: tuple[ClassPlace, ...]
    skipped: tuple[Skipped, ...]


class ClassArchives:
    """Unpacks the archives of a class or its sections, all within the limits of one."""

    def __init__(self, scratch: Scratch) -> None:
        self._scratch, self._allowance = scratch, Allowance(OF_A_CLASS)

    def unpack(self, archive: Path, shown: str, name: str) -> Unpacked:
        """Unpack `archive`, which messages call `shown`, into a folder called `name` (UserError if that fails)."""
        return unpack(archive, self._scratch.new_folder(shown, name), self._allowance, shown=shown)


def start_place(root: Path, shown: str, archives: ClassArchives) -> ClassPlace:
    """Return the place of the class at `root`, unpacked if it is an archive (UserError if that fails)."""
    if not is_unpackable(root.name) or root.is_dir():
        return ClassPlace(folder=root, shown=shown, name=root.resolve().name)
    # A link that the user names means its target. Links among the submissions are never followed.
    name = unpacked_name(root.name)
    unpacked = archives.unpack(root.resolve(), shown, name)
    return ClassPlace(folder=unpacked.folder, shown=shown, name=name, is_download=True, skipped=unpacked.skipped)


def wrapped_places(place: ClassPlace, archives: ClassArchives, module_spec: ModuleSpec) -> Iterator[ClassPlace]:
    """Yield `place`, then the only folder or archive in it, and so on."""
    for _ in range(MAX_WRAPPERS):
        yield place
        entries = work_entries(place, module_spec)
        if len(entries) != 1:
            return
        try:
            below = _below(place, entries[0], archives)
        except UserError:  # reading it as a student's archive reports the problem
            return
        if below is None:
            return
        beside = [entry.name for entry in visible_entries(place.folder) if entry != entries[0]]
        skipped = tuple(
            Skipped(name=f"{place.inner}{name}", reason=f"beside {entries[0].name}, which holds the class")
            for name in beside
        )
        place = replace(below, skipped=(*place.skipped, *skipped, *below.skipped))


def sections_of(place: ClassPlace, depth: int, archives: ClassArchives) -> Sections:
    """Return the folders and archives `depth` levels below `place`, and the entries beside them."""
    places: Sequence[ClassPlace] = [replace(place, skipped=())]
    skipped = list(place.skipped)
    for _ in range(depth):
        deeper: list[ClassPlace] = []
        for above in places:
            for entry in visible_entries(above.folder):
                below = _section_or_skipped(above, entry, archives)
                if isinstance(below, Skipped):
                    skipped.append(below)
                else:
                    deeper.append(below)
        places = deeper
    return Sections(tuple(places), tuple(skipped))


def work_entries(place: ClassPlace, module_spec: ModuleSpec) -> list[Entry]:
    """Return the entries of `place` that may be students' work, without archives beside their unpacked folder."""
    entries = visible_entries(place.folder)
    folders = {entry.name for entry in entries if entry.is_folder}
    return [
        entry
        for entry in entries
        if entry.is_folder
        or is_code(entry.name, module_spec)
        or (is_archive(entry.name) and unpacked_name(entry.name) not in folders)
    ]


def visible_entries(folder: Path) -> list[Entry]:
    with contextlib.suppress(UserError):
        return [entry for entry in list_folder(folder, folder.name) if not is_ignored(entry.name)]
    return []


def _section_or_skipped(above: ClassPlace, entry: Entry, archives: ClassArchives) -> ClassPlace | Skipped:
    name = f"{above.inner}{entry.name}"
    if is_unpackable(entry.name) and leads_to_folder(above.folder / unpacked_name(entry.name)):
        return Skipped(name=name, reason=f"{unpacked_name(entry.name)}/ is read instead")
    try:
        below = _below(above, entry, archives)
    except UserError as error:
        return Skipped(name=name, reason=str(error).removeprefix(f"{path_shown(above.shown, entry.name)}: "))
    return below or Skipped(name=name, reason=OUTSIDE)


def _below(place: ClassPlace, entry: Entry, archives: ClassArchives) -> ClassPlace | None:
    """Return the folder or unpacked archive `entry`, None if it is neither."""
    if not entry.is_folder and not is_unpackable(entry.name):
        return None
    name = entry.name if entry.is_folder else unpacked_name(entry.name)
    below = ClassPlace(
        folder=place.folder / entry.name,
        shown=path_shown(place.shown, entry.name),
        name=name,
        inner=f"{place.inner}{entry.name}/",
        section=f"{place.section}/{name}" if place.section else name,
        # A second copy of a download is called `submissions (1).zip`, and still holds `submissions/`.
        is_wrapped=place.is_download or place.name.casefold().startswith(name.casefold()),
    )
    if entry.is_folder:
        return below
    unpacked = archives.unpack(below.folder, below.shown, name)
    skipped = tuple(Skipped(name=f"{below.inner}{one.name}", reason=one.reason) for one in unpacked.skipped)
    return replace(below, folder=unpacked.folder, skipped=skipped)


SEVERAL = 2
MOST = 3 / 4
"""With a smaller share, helper modules lie beside versions of one student's file."""


def holds_several_students(folder: Path, module_spec: ModuleSpec, *, is_wrapped: bool = False) -> bool:
    """
    Return whether several entries of `folder` each look like the work of one student.

    A folder that `is_wrapped` was made by a tool around the class: each file of code and each archive may be a
    student's. Otherwise one student may have handed in all of them, and only ``<student>_tictactoe.py`` is sure.
    """
    entries = visible_entries(folder)
    if any(not entry.is_folder and is_candidate(entry.name, module_spec) for entry in entries):
        return False
    return sum(_is_work(folder, entry, module_spec, is_wrapped=is_wrapped) for entry in entries) >= SEVERAL


def are_sections(folder: Path, wanted: WantedSources) -> bool:
    """
    Return whether the folders in `folder` are sections of a class: each holds several students.

    Equal folder names in two sections, such as ``v1``, rather are parts of one student's work; but a few students may
    be in both. Files may be students' if most of them define the functions.
    """
    module_spec = wanted.module_spec
    entries = [entry for entry in visible_entries(folder) if entry.is_folder or is_code(entry.name, module_spec)]
    if len(entries) < SEVERAL or not all(entry.is_folder for entry in entries):
        return False
    names: set[str] = set()
    for entry in entries:
        inner = visible_entries(folder / entry.name)
        code = [one.name for one in inner if not one.is_folder and is_code(one.name, module_spec)]
        files = [FoundFile(path=folder / entry.name / name, parts=(name,)) for name in code]
        students = {folded(student_in_name(name, module_spec.module)) for name in code}
        students |= {folded(one.name) for one in inner if one.is_folder}
        if 2 * len(names & students) >= len(students) or not _are_students(files, wanted):
            return False
        if not files and not holds_several_students(folder / entry.name, module_spec):
            return False
        names |= students
    return True


def _are_students(files: Sequence[FoundFile], wanted: WantedSources) -> bool:
    """Return whether the code `files` of a folder are those of several students, or there are none."""
    if any(is_candidate(file.name, wanted.module_spec) for file in files):
        return False
    try:
        defining = defining_files(files[:MAX_SEARCHED], "", wanted)
    except UserError:
        return False
    return not files or len(defining) >= max(SEVERAL, MOST * len(files[:MAX_SEARCHED]))


def holds_candidate(folder: Path, module_spec: ModuleSpec) -> bool:
    """Return whether a file in or below `folder` has the sheet's name; no if it cannot be listed."""
    try:
        return bool(find_files(folder, folder.name, lambda name: is_candidate(name, module_spec)))
    except UserError:
        return False


def _is_work(folder: Path, entry: Entry, module_spec: ModuleSpec, *, is_wrapped: bool) -> bool:
    if entry.is_folder:
        return holds_candidate(folder / entry.name, module_spec)
    if not is_code(entry.name, module_spec):
        return is_wrapped and is_unpackable(entry.name)
    names_student = student_in_name(entry.name, module_spec.module) != entry.name.rpartition(".")[0]
    return is_wrapped or names_student
