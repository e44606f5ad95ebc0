"""The members of an archive, whichever of the common formats it has: zip, tar, or tar compressed by gzip."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from grader.intake.archives.limits import MIB, Allowance, UsedUp
from grader.intake.archives.members import GZIP, PIECE, BadArchive, BadMember, BadStream, PackedFile, inflated
from grader.intake.archives.tar_file import BLOCK, NO_TAR, is_tar, read_tar_member, require_tar, tar_entries
from grader.intake.archives.zip_file import HEADER_SIGNATURE, ZipEntry, read_zip_member, zip_entries

GZIP_MAGIC = b"\x1f\x8b"
MAGIC_SIZE = 6
OTHER_FORMATS = {b"Rar!": "RAR", b"7z\xbc\xaf\x27\x1c": "7z", b"BZh": "bzip2", b"\xfd7zXZ\0": "xz"}
FEWER = "hand in the Python files alone"
USED_UP = f"more came out of the archive, and of those before it, than is unpacked; {FEWER}"


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents of an open archive."""

    file: BinaryIO
    """Where the members lie."""
    entries: Sequence[PackedFile]
    allowance: Allowance | None
    """Pays for the content of members; None if it is paid for already."""

    def read(self, entry: PackedFile, most: int) -> Iterator[bytes]:
        """Yield the content of `entry`, of a larger one the first `most` bytes; BadMember if it cannot be read."""
        charge = _free if self.allowance is None else self.allowance.charge
        try:
            charge(0)
            if isinstance(entry, ZipEntry):
                yield from read_zip_member(self.file, entry, most, charge)
                return
            for piece in read_tar_member(self.file, entry, most):
                charge(len(piece))
                yield piece
        except UsedUp:
            raise BadMember(USED_UP) from None


@contextmanager
def contents_of(file: BinaryIO, allowance: Allowance) -> Iterator[Contents]:
    """Read what the archive in `file` holds; BadArchive if it cannot be read, or holds more than `allowance` has."""
    most = allowance.left.entries
    head = file.read(MAGIC_SIZE)
    other = next((name for magic, name in OTHER_FORMATS.items() if head.startswith(magic)), None)
    if other is not None:
        raise BadArchive(f"in the format {other}, whatever its name says; pack the files as a zip")
    if head.startswith(GZIP_MAGIC):
        with tempfile.TemporaryFile() as unzipped:
            _decompress(file, unzipped, allowance)
            yield _contents(unzipped, tar_entries(unzipped, most), None)
    elif not head.startswith(HEADER_SIGNATURE) and is_tar(file):
        yield _contents(file, tar_entries(file, most), allowance)
    else:
        yield _contents(file, zip_entries(file, most), allowance)


def _contents(file: BinaryIO, entries: Sequence[PackedFile], allowance: Allowance | None) -> Contents:
    if not entries:
        raise BadArchive("an empty archive; pack the files again")
    return Contents(file, entries, allowance)


def _decompress(packed: BinaryIO, into: BinaryIO, allowance: Allowance) -> None:
    """Write the tar in the gzip file `packed` to `into`; BadArchive, after its first bytes, if it is no tar."""
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
    except BadStream:
        raise BadArchive("damaged or cut off; download it or pack it again") from None
    except UsedUp:
        raise BadArchive(f"its files have more than {room // MIB:,} MiB together; {FEWER}") from None
    if written < BLOCK:
        raise BadArchive(NO_TAR)


def _free(size: int) -> None:
    """Charge nothing."""
