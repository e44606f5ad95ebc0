"""Decides from the table of contents alone what of an archive is unpacked, and where."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from grader.intake.archives.entry import MODE_UNKNOWN, PackedFile, too_many
from grader.intake.archives.limits import MIB, ArchiveLimits
from grader.intake.archives.member_names import UnsafeName, outer_folders, path_parts
from grader.intake.folder_scan import is_ignored
from grader.model.class_info import Skipped

GIT = ".git"
"""The one hidden folder whose files are unpacked: a repository is read at a commit."""
FOLDER_MARKS = ("/", "\\")
TWICE = "is in the archive more than once; the last one counts, as in any program that unpacks it"

Parts: TypeAlias = tuple[str, ...]


class PlannedFile(NamedTuple):
    """A file that is to be unpacked."""

    parts: Parts
    entry: PackedFile
    most: int
    """Bytes that are unpacked at most: one more than the file may have."""

    @property
    def size(self) -> int:
        """How many bytes are written if the file is as large as the archive says."""
        return min(self.entry.size, self.most)


@dataclass(slots=True)
class Plan:
    """What is unpacked of an archive, and what is not."""

    limits: ArchiveLimits
    files: dict[Parts, PlannedFile] = field(default_factory=dict)
    folders: dict[Parts, None] = field(default_factory=dict)
    """In an order in which they can be made."""
    skipped: list[Skipped] = field(default_factory=list)

    def skip(self, entry: PackedFile, reason: str) -> None:
        """Note that `entry` is not unpacked."""
        self.skipped.append(Skipped(name=entry.name, reason=reason))

    def add_file(self, parts: Parts, entry: PackedFile) -> None:
        """Add a file, and the folders around it."""
        self.add_folder(parts[:-1])
        if parts in self.files:
            self.skip(self.files[parts].entry, TWICE)
        # A repository is an archive, too: all its files may be in one of its own.
        most = self.limits.inner_archive_bytes if GIT in parts else self.limits.bytes_of(parts[-1])
        self.files[parts] = PlannedFile(parts, entry, most + 1)
        self._refuse_too_many()

    def add_folder(self, parts: Parts) -> None:
        """Add a folder, and those around it."""
        missing: list[Parts] = []
        while parts and parts not in self.folders:
            missing.append(parts)
            parts = parts[:-1]
        self.folders.update(dict.fromkeys(reversed(missing)))
        self._refuse_too_many()

    def _refuse_too_many(self) -> None:
        if len(self.files) + len(self.folders) > self.limits.members:
            raise too_many(self.limits.members)


def plan_of(entries: Iterable[PackedFile], limits: ArchiveLimits) -> Plan:
    """Return what is to be unpacked of `entries` (BadArchive if there are too many)."""
    plan = Plan(limits)
    for entry in entries:
        _place(entry, plan)
    for parts in [parts for parts in plan.files if parts in plan.folders]:
        plan.skip(plan.files.pop(parts).entry, "a folder in the archive has the same name; rename one of them")
    _keep_total(plan)
    return plan


def _place(entry: PackedFile, plan: Plan) -> None:
    """Add `entry` to `plan`, or note why it is not unpacked."""
    try:
        parts = path_parts(entry.name)
    except UnsafeName as error:
        plan.skip(entry, str(error))
        plan.add_folder(outer_folders(entry.name))
        return
    kind = stat.S_IFMT(entry.mode)
    is_folder = entry.name.endswith(FOLDER_MARKS) or kind == stat.S_IFDIR
    folders = parts if is_folder else parts[:-1]
    for depth, name in enumerate(folders, 1):
        if is_ignored(name) and name != GIT:
            plan.add_folder(parts[:depth])  # a rubric may say that it must not be there; nobody reads what is in it
            return
    if is_folder:
        plan.add_folder(parts)
    elif not parts:
        plan.skip(entry, "has no name; rename it")
    elif kind in {MODE_UNKNOWN, stat.S_IFREG}:
        plan.add_file(parts, entry)
    else:
        is_link = kind == stat.S_IFLNK
        plan.skip(
            entry,
            f"{'a link, which is never followed' if is_link else 'not a regular file'}; put the file itself there",
        )
        plan.add_folder(parts[:-1])  # perhaps a student's, who would vanish without it


def _keep_total(plan: Plan) -> None:
    """Put the smallest files first, and leave out those for which there is no room."""
    most = plan.limits.total_bytes
    too_much = f"the archive's files have more than {most // MIB:,} MiB together; hand in the Python files alone"
    members = sorted(plan.files.values(), key=lambda member: member.size)
    plan.files.clear()
    total = 0
    for member in members:
        total += member.size
        if total <= most:
            plan.files[member.parts] = member
        else:
            plan.skip(member.entry, too_much)
