"""
Unpacks an archive of students' files into a folder of ours and nowhere else.

The table of contents alone decides what is unpacked, and where. A file that cannot be unpacked is named with the
reason, and all others are unpacked.
"""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from grader.errors import UserError
from grader.intake.archives.contents import Contents, contents_of
from grader.intake.archives.limits import MIB, Allowance, ArchiveLimits
from grader.intake.archives.member_names import UnsafeName, outer_folders, path_parts
from grader.intake.archives.members import MODE_UNKNOWN, BadArchive, BadMember, PackedFile, too_many
from grader.intake.folder_scan import is_ignored
from grader.intake.safe_read import open_regular
from grader.intake.scratch import MAKE_ROOM
from grader.model.class_row import Skipped
from grader.model.sanitize import sanitize, shown_path

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


MAX_SKIPPED = 1000
"""Files that are named with the reason why they were not unpacked."""
NO_FILE_CAN_BE_WRITTEN = {
    getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "ENFILE", "EIO")
}
"""Errors that would meet every other file too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """What was unpacked."""

    folder: Path
    skipped: tuple[Skipped, ...]
    """Files that were not, called what the archive calls them, sorted by name."""


def unpack(archive: Path, into: Path, allowance: Allowance, *, shown: str = "") -> Unpacked:
    """
    Unpack `archive`, a zip or a tar, into the folder `into`: empty or not there yet, and only we write to it.

    Everything that comes out of it is charged to `allowance`, even if it cannot be used.

    UserError, which calls the archive `shown`, if nothing of it can be unpacked.
    """
    shown = shown or shown_path(archive)
    limits = allowance.left
    try:
        with open_regular(archive, shown) as file, contents_of(file, allowance) as contents:
            plan = plan_of(contents.entries, limits)
            allowance.charge_members(len(plan.files) + len(plan.folders))
            _write_all(contents, plan, into)
    except BadArchive as error:
        raise UserError(f"{shown}: {error}") from None
    except OSError as error:
        raise UserError(f"{shown}: cannot be unpacked ({_reason(error)}); {MAKE_ROOM}") from None
    skipped = sorted(plan.skipped, key=lambda one: one.name)
    if skipped and not plan.files:
        more = f" (and {len(skipped) - 1:,} more)" if len(skipped) > 1 else ""
        raise UserError(
            f"{shown}: nothing in it can be unpacked: {sanitize(skipped[0].name)}{more}: {skipped[0].reason}"
        )
    return Unpacked(folder=into, skipped=_shortened(skipped))


def _write_all(contents: Contents, plan: Plan, into: Path) -> None:
    """Write the files of `plan`; move those that cannot be written to its skipped files."""
    into.mkdir(parents=True, exist_ok=True)
    for parts in plan.folders:
        _make_folder(into.joinpath(*parts))
    for member in list(plan.files.values()):
        _write_or_skip(contents, member, into, plan)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        _refuse_general(error)  # any other is met again by the files in it


def _write_or_skip(contents: Contents, member: PlannedFile, into: Path, plan: Plan) -> None:
    try:
        _write(contents, member, into.joinpath(*member.parts))
    except BadMember as error:
        reason = str(error)
    except FileExistsError:
        reason = "another file in the archive has the same name but for the case of letters; rename it"
    except (OSError, ValueError) as error:
        _refuse_general(error)
        reason = f"its name cannot be written ({_reason(error)}); rename it"
    else:
        return
    plan.skip(plan.files.pop(member.parts).entry, reason)


def _write(contents: Contents, member: PlannedFile, path: Path) -> None:
    """Write one file whole, or not at all."""
    # Made new: whatever is there already, such as a link, is never written through.
    with path.open("xb") as target:
        try:
            target.writelines(contents.read(member.entry, member.most))
        except BaseException:
            target.close()
            path.unlink()
            raise


def _refuse_general(error: Exception) -> None:
    """Raise `error` again if no other file can be written either."""
    if isinstance(error, OSError) and error.errno in NO_FILE_CAN_BE_WRITTEN:
        raise error


def _reason(error: Exception) -> str:
    return sanitize(getattr(error, "strerror", None) or str(error) or type(error).__name__)


def _shortened(skipped: list[Skipped]) -> tuple[Skipped, ...]:
    more = len(skipped) - MAX_SKIPPED
    if more <= 0:
        return tuple(skipped)
    rest = Skipped(name=f"{more:,} more files", reason="for reasons like those above")
    return (*skipped[:MAX_SKIPPED], rest)
