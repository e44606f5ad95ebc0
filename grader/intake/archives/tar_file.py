"""
The members of a tar file, header by header.

`tarfile` keeps headers of any length in memory, and some of its releases read a hostile one for minutes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NamedTuple

from grader.intake.archives.members import BadArchive, PackedFile, decoded_name, too_many

BLOCK = 512
MAX_EXTENDED_HEADER = 16 * 1024
"""A header with a long name; the longest path of Linux has 4096 bytes."""
HEADERS_OF_A_MEMBER = 3
MAGIC_AT = 257
MAGIC = b"ustar"
NAME = slice(0, 100)
SIZE = slice(124, 136)
CHECKSUM = slice(148, 156)
KIND = slice(156, 157)
PREFIX = slice(345, 500)
BINARY_NUMBER = 0x80
OCTAL_DIGITS = frozenset(b"01234567")
MODES: Mapping[bytes, int] = {
    **dict.fromkeys((b"0", b"\0", b"7"), stat.S_IFREG),
    b"5": stat.S_IFDIR,
    **dict.fromkeys((b"1", b"2"), stat.S_IFLNK),
}
OTHER_MODE = stat.S_IFIFO
LONG_NAME, LONG_LINK, MEMBER_HEADER, GLOBAL_HEADER = b"L", b"K", b"x", b"g"
DAMAGED = "damaged: its members cannot be read; download it or pack it again"
NO_TAR = "one compressed file and no archive; hand in the file itself"
CUT_OFF = "cut off; download it or pack it again"


class _Header(NamedTuple):
    block: bytes
    start: int
    size: int

    @property
    def kind(self) -> bytes:
        return self.block[KIND]


class _Extension(NamedTuple):
    """Facts about a member from the headers before its own. The later header counts."""

    name: bytes = b""
    size: int | None = None


def is_tar(file: BinaryIO) -> bool:
    """Return whether `file` begins like a tar file of the last thirty years."""
    file.seek(0)
    return file.read(BLOCK)[MAGIC_AT:].startswith(MAGIC)


def require_tar(file: BinaryIO) -> None:
    if not is_tar(file):
        raise BadArchive(NO_TAR)
    _header_at(file, 0)


def tar_entries(file: BinaryIO, most: int) -> list[PackedFile]:
    """Return the entries of the tar in `file` (BadArchive if it is damaged, or has more than `most`)."""
    entries: list[PackedFile] = []
    extension = _Extension()
    at, length = 0, file.seek(0, os.SEEK_END)
    for _ in range(most * HEADERS_OF_A_MEMBER + 1):
        header = _header_at(file, at)
        if len(entries) > most:
            break
        if header is None:
            return entries
        if header.kind in {LONG_NAME, MEMBER_HEADER}:
            extension = _extended(file, header, extension)
        elif header.kind not in {LONG_LINK, GLOBAL_HEADER}:
            entries.append(_entry(header, extension))
            header = header._replace(size=entries[-1].size)
            extension = _Extension()
        at = header.start + -(-header.size // BLOCK) * BLOCK
        if header.start + header.size > length:
            raise BadArchive(CUT_OFF)
    raise too_many(most)


def _header_at(file: BinaryIO, at: int) -> _Header | None:
    file.seek(at)
    block = file.read(BLOCK)
    if not block.strip(b"\0"):
        return None
    if len(block) < BLOCK:
        raise BadArchive(CUT_OFF)
    counted = sum(block) - sum(block[CHECKSUM]) + len(block[CHECKSUM]) * ord(" ")
    if _number(block[CHECKSUM]) != counted:
        raise BadArchive(DAMAGED)
    return _Header(block, at + BLOCK, _number(block[SIZE]))


def _number(field: bytes) -> int:
    if field[0] & BINARY_NUMBER:
        return int.from_bytes(field[1:], "big")
    digits = field.split(b"\0")[0].strip() or b"0"
    if not set(digits) <= OCTAL_DIGITS:
        raise BadArchive(DAMAGED)
    return int(digits, 8)


def _extended(file: BinaryIO, header: _Header, before: _Extension) -> _Extension:
    if header.size > MAX_EXTENDED_HEADER:
        raise BadArchive(DAMAGED)
    file.seek(header.start)
    content = file.read(header.size)
    if header.kind == LONG_NAME:
        return before._replace(name=content.split(b"\0")[0])
    records = dict(_records(content))
    size = records.get(b"size", b"")
    return _Extension(
        name=records.get(b"path", before.name), size=int(size) if size.isdigit() and len(size) < BLOCK else before.size
    )


def _records(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield key and value of each record, which begins with its own length."""
    while content:
        length, blank, _rest = content.partition(b" ")
        if not (blank and length.isdigit() and len(length) < len(str(BLOCK * BLOCK))):
            raise BadArchive(DAMAGED)
        record, content = content[: int(length)], content[max(1, int(length)) :]
        key, _sign, value = record[len(length) + 1 :].removesuffix(b"\n").partition(b"=")
        yield key, value


def _entry(header: _Header, extension: _Extension) -> PackedFile:
    block = header.block
    name = block[NAME].split(b"\0")[0]
    prefix = block[PREFIX].split(b"\0")[0] if block[MAGIC_AT:].startswith(MAGIC + b"\0") else b""
    mode = MODES.get(header.kind, OTHER_MODE)
    return PackedFile(
        name=decoded_name(extension.name or (prefix + b"/" + name if prefix else name), 0, b""),
        # Links have no content, though some programs write the size of their targets.
        size=0 if mode in {stat.S_IFLNK, stat.S_IFDIR} else header.size if extension.size is None else extension.size,
        start=header.start,
        mode=mode,
    )
