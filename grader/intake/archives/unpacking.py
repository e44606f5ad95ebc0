"""
Unpacks an archive of students' files into a folder of ours and nowhere else.

The table of contents alone decides the places of all files. A file that cannot be unpacked is named with the reason,
and all others are unpacked. Private folders are removed at the end with all their files.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TypeAlias

from grader.errors import UserError
from grader.intake.archives.members import (
    GZIP,
    MIB,
    MODE_UNKNOWN,
    PIECE,
    Allowance,
    ArchiveLimits,
    BadArchive,
    BadMember,
    PackedFile,
    UnsafeName,
    UsedUp,
    inflated,
    outer_folders,
    path_parts,
    stored,
    too_many,
)
from grader.intake.archives.tar_file import BLOCK, NO_TAR, is_tar, require_tar, tar_entries
from grader.intake.archives.zip_file import HEADER_SIGNATURE, ZipEntry, read_zip_member, zip_entries
from grader.intake.file_names import is_archive
from grader.intake.safe_read import is_ignored, open_regular, reason_of
from grader.model.class_row import Skipped
from grader.model.sanitize import sanitize, shown_path
from grader.model.submission import GIT_FOLDER

MAKE_ROOM = "make room where temporary files are kept, or name another folder in the environment variable TMPDIR"


class Scratch(ExitStack):
    """
    Makes private folders on demand, because most classes are read where they lie.

    They are removed at the end of the `with` block.
    """

    def new_folder(self, shown: str, name: str = "") -> Path:
        """
        Return a new folder that only the user can open; with a `name`, a path in it that is still to be made.

        UserError, which calls the archive or upload `shown`, if there is no room.
        """
        try:
            # A folder that the system has to remove later is no reason to lose the marks of a class.
            made = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)
        except OSError as error:
            problem = f"no folder for unpacked files can be made ({reason_of(error)})"
            raise UserError(f"{shown}: {problem}; {MAKE_ROOM}") from None
        return Path(self.enter_context(made)) / name.strip(". ")


FOLDER_MARKS = ("/", "\\")
TWICE = "is in the archive more than once; the last one counts, as in any program that unpacks it"

Parts: TypeAlias = tuple[str, ...]


@dataclass(slots=True)
class Plan:
    """The parts of an archive to unpack, and the others."""

    limits: ArchiveLimits
    files: dict[Parts, PackedFile] = field(default_factory=dict)
    folders: dict[Parts, None] = field(default_factory=dict)  # in an order in which they can be made
    skipped: list[Skipped] = field(default_factory=list)

    def skip(self, entry: PackedFile, reason: str) -> None:
        self.skipped.append(Skipped(name=entry.name, reason=reason))

    def add_file(self, parts: Parts, entry: PackedFile) -> None:
        self.add_folder(parts[:-1])
        if parts in self.files:
            self.skip(self.files[parts], TWICE)
        self.files[parts] = entry
        self._refuse_too_many()

    def most(self, parts: Parts) -> int:
        """Return the most bytes to unpack of a file: one more than it may have."""
        # A repository is an archive, too: one of its files may hold all others.
        is_large = GIT_FOLDER in parts or is_archive(parts[-1])
        return 1 + (self.limits.inner_archive_bytes if is_large else self.limits.file_bytes)

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


def plan_of(entries: Sequence[PackedFile], limits: ArchiveLimits) -> Plan:
    """Plan the unpacking of `entries` (BadArchive if there are too many, or none)."""
    if not entries:
        raise BadArchive("an empty archive; pack the files again")
    plan = Plan(limits)
    for entry in entries:
        _place(entry, plan)
    for parts in [parts for parts in plan.files if parts in plan.folders]:
        plan.skip(plan.files.pop(parts), "a folder in the archive has the same name; rename one of them")
    _keep_total(plan)
    return plan


def _place(entry: PackedFile, plan: Plan) -> None:
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
        # The files of a repository are the only hidden ones that are unpacked: it is read at a commit.
        if is_ignored(name) and name != GIT_FOLDER:
            plan.add_folder(parts[:depth])  # a rubric may forbid the folder; nobody reads the files in it
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
        plan.add_folder(parts[:-1])  # a student whose only file is skipped must not vanish


def _keep_total(plan: Plan) -> None:
    """Put the smallest files first, and skip those without room."""
    most = plan.limits.total_bytes
    too_much = f"the archive's files have more than {most // MIB:,} MiB together; hand in the Python files alone"
    sizes = {parts: min(entry.size, plan.most(parts)) for parts, entry in plan.files.items()}
    total = 0
    for parts in sorted(sizes, key=sizes.__getitem__):
        total += sizes[parts]
        entry = plan.files.pop(parts)
        if total <= most:
            plan.files[parts] = entry
        else:
            plan.skip(entry, too_much)


OUTER = 2
NO_FILE_CAN_BE_WRITTEN = {
    getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "ENFILE", "EIO")
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    folder: Path
    skipped: tuple[Skipped, ...]
    """Files that were not unpacked, by their names in the archive, sorted."""


def unpack(archive: Path, into: Path, allowance: Allowance, *, shown: str = "") -> Unpacked:
    """
    Unpack `archive`, a zip or a tar, into the folder `into`, which is ours, and empty or missing.

    All decompressed bytes are charged to `allowance`. UserError, which calls the archive `shown`, if nothing can be
    unpacked.
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
        raise UserError(f"{shown}: cannot be unpacked ({reason_of(error)}); {MAKE_ROOM}") from None
    skipped = sorted(plan.skipped, key=lambda one: one.name)
    if skipped and not plan.files:
        more = f" (and {len(skipped) - 1:,} more)" if len(skipped) > 1 else ""
        raise UserError(
            f"{shown}: nothing in it can be unpacked: {sanitize(skipped[0].name)}{more}: {skipped[0].reason}"
        )
    return Unpacked(folder=into, skipped=tuple(skipped))


def outer_names(archive: Path, allowance: Allowance) -> frozenset[str]:
    """Return the names of the outer two levels in `archive`; none if it cannot be read."""
    try:
        with open_regular(archive, archive.name) as file, contents_of(file, allowance) as contents:
            names = [entry.name for entry in contents.entries]
    except (BadArchive, UserError, OSError):
        return frozenset()
    return frozenset(part for name in names for part in name.split("/")[:OUTER] if part)


def _write_all(contents: Contents, plan: Plan, into: Path) -> None:
    """Write the files of `plan`; files that cannot be written become skipped files."""
    into.mkdir(parents=True, exist_ok=True)
    for parts in plan.folders:
        _make_folder(into.joinpath(*parts))
    for parts in list(plan.files):
        _write_or_skip(contents, parts, into, plan)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        _refuse_general(error)  # the files in the folder meet any other error again


def _write_or_skip(contents: Contents, parts: Parts, into: Path, plan: Plan) -> None:
    try:
        _write(contents.read(plan.files[parts], plan.most(parts)), into.joinpath(*parts))
    except BadMember as error:
        reason = str(error)
    except FileExistsError:
        reason = "another file in the archive has the same name but for the case of letters; rename it"
    except (OSError, ValueError) as error:
        _refuse_general(error)
        reason = f"its name cannot be written ({reason_of(error)}); rename it"
    else:
        return
    plan.skip(plan.files.pop(parts), reason)


def _write(data: Iterator[bytes], path: Path) -> None:
    """Write one file whole, or not at all."""
    # The file must be new, so that nothing is written through a link.
    with path.open("xb") as target:
        try:
            target.writelines(data)
        except BaseException:
            target.close()
            path.unlink()
            raise


def _refuse_general(error: Exception) -> None:
    """Raise `error` again if no other file can be written either."""
    if isinstance(error, OSError) and error.errno in NO_FILE_CAN_BE_WRITTEN:
        raise error


GZIP_MAGIC = b"\x1f\x8b"
MAGIC_SIZE = 6
OTHER_FORMATS = {b"Rar!": "RAR", b"7z\xbc\xaf\x27\x1c": "7z", b"BZh": "bzip2", b"\xfd7zXZ\0": "xz"}
FEWER = "hand in the Python files alone"
USED_UP = f"more came out of the archive, and of those before it, than is unpacked; {FEWER}"


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents of an open archive."""

    file: BinaryIO  # file with the members
    entries: Sequence[PackedFile]
    charge: Callable[[int], None]
    """Pays for the content of members; does nothing if the content is paid for already."""

    def read(self, entry: PackedFile, most: int) -> Iterator[bytes]:
        """Yield the first `most` bytes of `entry` (BadMember if it cannot be read)."""
        try:
            self.charge(0)
            if isinstance(entry, ZipEntry):
                yield from read_zip_member(self.file, entry, most, self.charge)
                return
            for piece in stored(self.file, entry.start, min(entry.size, most)):
                self.charge(len(piece))
                yield piece
        except UsedUp:
            raise BadMember(USED_UP) from None


@contextmanager
def contents_of(file: BinaryIO, allowance: Allowance) -> Iterator[Contents]:
    """Read the table of contents of `file` (BadArchive if it is unreadable, or `allowance` is too small)."""
    most = allowance.left.entries
    head = file.read(MAGIC_SIZE)
    other = next((name for magic, name in OTHER_FORMATS.items() if head.startswith(magic)), None)
    if other is not None:
        raise BadArchive(f"in the format {other}, whatever its name says; pack the files as a zip")
    if head.startswith(GZIP_MAGIC):
        with tempfile.TemporaryFile() as unzipped:
            _decompress(file, unzipped, allowance)
            yield Contents(unzipped, tar_entries(unzipped, most), lambda _size: None)
    elif not head.startswith(HEADER_SIGNATURE) and is_tar(file):
        yield Contents(file, tar_entries(file, most), allowance.charge)
    else:
        yield Contents(file, zip_entries(file, most), allowance.charge)


def _decompress(packed: BinaryIO, into: BinaryIO, allowance: Allowance) -> None:
    """Write the tar in the gzip file `packed` to `into` (BadArchive, after its first bytes, if it is no tar)."""
    room = allowance.left.total_bytes
    packed.seek(0)
    written = 0
    try:
        for piece in inflated(iter(lambda: packed.read(PIECE), b""), GZIP, room + 1):
            allowance.charge(len(piece))
            into.write(piece)
            if written < BLOCK <= written + len(piece):
                require_tar(into)
                into.seek(0, os.SEEK_END)
            written += len(piece)
    except BadMember:
        raise BadArchive("damaged or cut off; download it or pack it again") from None
    except UsedUp:
        raise BadArchive(f"its files have more than {room // MIB:,} MiB together; {FEWER}") from None
    if written < BLOCK:
        raise BadArchive(NO_TAR)
