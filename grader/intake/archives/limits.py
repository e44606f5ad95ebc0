"""How much of an archive is unpacked, whatever sizes the archive states."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grader.intake.remedy import is_archive

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLimits:
    """The most that one archive may bring."""

    members: int
    """Files and folders, without those in folders that tools made."""
    entries: int
    """Entries of its table of contents."""
    total_bytes: int
    """Of all files together. The smallest are unpacked first: one student's large files crowd out no other file."""
    file_bytes: int = 8 * MIB
    """
    Of a file. A larger one is cut one byte after that, so that whoever reads it finds it too large: no file that is
    graded may be as large.
    """
    inner_archive_bytes: int = 128 * MIB
    """Of an archive in the archive. A larger one is cut like a file."""

    def bytes_of(self, file_name: str) -> int:
        """Return how many bytes a file of this name may have."""
        return self.inner_archive_bytes if is_archive(file_name) else self.file_bytes


class UsedUp(Exception):
    """More came out of archives than may."""


class Allowance:
    """
    What archives may still bring, all together.

    Bytes are charged as they come out of decompression: those of an archive that fails, or is only looked into, cost as
    much time as any other.
    """

    def __init__(self, limits: ArchiveLimits) -> None:
        self._limits = limits
        self._bytes, self._members = limits.total_bytes, limits.members

    @property
    def left(self) -> ArchiveLimits:
        """What the next archive may bring."""
        return replace(self._limits, members=max(0, self._members), total_bytes=max(0, self._bytes))

    def charge(self, size: int) -> None:
        """Charge bytes; UsedUp if there are no more."""
        self._bytes -= size
        if self._bytes < 0:
            raise UsedUp

    def charge_members(self, count: int) -> None:
        """Charge files and folders."""
        self._members -= count


OF_A_CLASS = ArchiveLimits(members=200_000, entries=400_000, total_bytes=4096 * MIB)
"""For the download of a learning platform: thousands of students."""
OF_A_STUDENT = ArchiveLimits(members=20_000, entries=50_000, total_bytes=256 * MIB)
"""For what one student packed: as many files as a student's folder may have."""
TO_LOOK_INTO = replace(OF_A_STUDENT, total_bytes=1024 * MIB)
"""For all archives beside students' folders, which are looked into before anything is graded."""
