"""Members of any archive: what its table of contents says of them, their content, and how much may come out."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from grader.intake.file_names import is_archive

MODE_UNKNOWN = 0


class BadArchive(Exception):
    """An archive that cannot be unpacked at all. The message says why and what to do."""


class BadMember(Exception):
    """A member that cannot be unpacked. The message says why and what to do."""


def too_many(most: int) -> BadArchive:
    """Return the error of an archive with more than `most` members."""
    return BadArchive(f"holds more than {most:,} files; hand in the Python files alone")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedFile:
    """What all archives say of a member."""

    name: str
    size: int
    """Bytes of the file, as whoever packed it says."""
    start: int
    """Where the member begins in the file."""
    mode: int = MODE_UNKNOWN
    """Its kind and permissions, as in `os.stat`."""


PIECE = 64 * 1024
RAW = -zlib.MAX_WBITS
GZIP = 16 + zlib.MAX_WBITS


class BadStream(Exception):
    """Compressed data that is damaged or cut off."""


def inflated(packed: Iterator[bytes], window: int, most: int) -> Iterator[bytes]:
    """
    Yield the pieces of `packed` decompressed, at most so many bytes; `window` is `RAW` or `GZIP`.

    BadStream if that cannot be done.
    """
    inflate = zlib.decompressobj(window)
    for piece in packed:
        rest = piece
        while not inflate.eof:
            try:
                unpacked = inflate.decompress(rest, min(PIECE, most))
            except zlib.error:
                raise BadStream from None
            rest = inflate.unconsumed_tail
            most -= len(unpacked)
            if unpacked:
                yield unpacked
                if not most:
                    return
            elif not rest:
                break
        if inflate.eof:  # what follows, such as a second file, belongs to no archive that we know
            return
    raise BadStream


DAMAGED = "damaged in the archive; pack it again"


def stored(file: BinaryIO, start: int, size: int) -> Iterator[bytes]:
    """Yield `size` bytes of `file` from `start` on; BadMember, perhaps after some of them, if it ends before."""
    while size:
        file.seek(start)
        piece = file.read(min(PIECE, size))
        if not piece:
            raise BadMember(DAMAGED)
        start += len(piece)
        size -= len(piece)
        yield piece


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
