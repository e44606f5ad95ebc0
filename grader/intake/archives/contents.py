"""The members of an archive, whichever of the common formats it has: zip, tar, or tar compressed by gzip."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from grader.intake.archives.entry import BadArchive, Entry
from grader.intake.archives.inflate import GZIP, PIECE, BadStream, inflated
from grader.intake.archives.limits import MIB, ArchiveLimits
from grader.intake.archives.tar_directory import is_tar, read_tar_member, tar_entries
from grader.intake.archives.zip_directory import ZipEntry, zip_entries
from grader.intake.archives.zip_member import HEADER_SIGNATURE, read_zip_member

GZIP_MAGIC = b"\x1f\x8b"
MAGIC_SIZE = 6
OTHER_FORMATS = {b"Rar!": "RAR", b"7z\xbc\xaf\x27\x1c": "7z", b"BZh": "bzip2", b"\xfd7zXZ\0": "xz"}


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents of an open archive."""

    file: BinaryIO
    """Where the members lie."""
    entries: Sequence[Entry]

    def read(self, entry: Entry, most: int) -> Iterator[bytes]:
        """Yield the content of `entry`, of a larger one the first `most` bytes; BadMember if it cannot be read."""
        if isinstance(entry, ZipEntry):
            return read_zip_member(self.file, entry, most)
        return read_tar_member(self.file, entry, most)


@contextmanager
def contents_of(file: BinaryIO, limits: ArchiveLimits) -> Iterator[Contents]:
    """Read what the archive in `file` holds; BadArchive if it cannot be read, or holds too much."""
    head = file.read(MAGIC_SIZE)
    other = next((name for magic, name in OTHER_FORMATS.items() if head.startswith(magic)), None)
    if other is not None:
        raise BadArchive(f"in the format {other}, whatever its name says; pack the files as a zip")
    if head.startswith(GZIP_MAGIC):
        with tempfile.TemporaryFile() as unzipped:
            _decompress(file, unzipped, limits)
            if not is_tar(unzipped):
                raise BadArchive("one compressed file and no archive; hand in the file itself")
            yield _contents(unzipped, tar_entries(unzipped, limits.entries))
    elif not head.startswith(HEADER_SIGNATURE) and is_tar(file):
        yield _contents(file, tar_entries(file, limits.entries))
    else:
        yield _contents(file, zip_entries(file, limits.entries))


def _contents(file: BinaryIO, entries: Sequence[Entry]) -> Contents:
    if not entries:
        raise BadArchive("an empty archive; pack the files again")
    return Contents(file, entries)


def _decompress(packed: BinaryIO, into: BinaryIO, limits: ArchiveLimits) -> None:
    """Write the content of the gzip file `packed` to `into`."""
    room = limits.total_bytes
    packed.seek(0)
    try:
        for piece in inflated(iter(lambda: packed.read(PIECE), b""), GZIP):
            room -= len(piece)
            if room < 0:
                most = f"{limits.total_bytes // MIB:,} MiB"
                raise BadArchive(f"its files have more than {most} together; hand in the Python files alone")
            into.write(piece)
    except BadStream:
        raise BadArchive("damaged or cut off; download it or pack it again") from None
