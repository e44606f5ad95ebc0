"""The content of one member of a zip, piece by piece and never more than is wanted."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

from grader.intake.archives.entry import BadMember
from grader.intake.archives.inflate import RAW, BadStream, inflated
from grader.intake.archives.stored import DAMAGED, stored
from grader.intake.archives.zip_directory import ZipEntry

HEADER = struct.Struct("<4s26x")
HEADER_LENGTHS = struct.Struct("<HH")
HEADER_SIGNATURE = b"PK\x03\x04"
LENGTHS_AT = 26
STORED = 0
DEFLATED = 8
ENCRYPTED = 1
METHODS = {9: "Deflate64", 12: "BZIP2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd", 99: "AES"}


def read_zip_member(file: BinaryIO, entry: ZipEntry, most: int, charge: Callable[[int], None]) -> Iterator[bytes]:
    """
    Yield the content of `entry` in `file`, of a larger one only the first `most` bytes; `charge` is told of all bytes.

    BadMember, perhaps after some pieces, if it is encrypted, packed by a rare method, or not what the entry says.
    """
    if entry.flags & ENCRYPTED:
        raise BadMember("encrypted; pack it again without a password")
    if entry.method not in {STORED, DEFLATED}:
        method = METHODS.get(entry.method, f"number {entry.method}")
        raise BadMember(f"compressed by a method that few programs know ({method}); pack it again as an ordinary zip")
    checksum, size = 0, 0
    for piece in _content(file, entry, min(most, entry.size + 1)):
        charge(len(piece))
        kept = piece[: most - size]
        size += len(kept)
        if size > entry.size:
            raise BadMember(DAMAGED)
        checksum = zlib.crc32(kept, checksum)
        yield kept
        if size == most:
            break
    if entry.size <= most and (size != entry.size or checksum != entry.checksum):
        raise BadMember(DAMAGED)


def _content(file: BinaryIO, entry: ZipEntry, most: int) -> Iterator[bytes]:
    packed = _packed(file, entry)
    if entry.method == STORED or not entry.packed:
        yield from packed
        return
    try:
        yield from inflated(packed, RAW, most)
    except BadStream:
        raise BadMember(DAMAGED) from None


def _packed(file: BinaryIO, entry: ZipEntry) -> Iterator[bytes]:
    file.seek(entry.start)
    header = file.read(HEADER.size)
    if len(header) != HEADER.size or not header.startswith(HEADER_SIGNATURE):
        raise BadMember(DAMAGED)
    place = entry.start + HEADER.size + sum(HEADER_LENGTHS.unpack_from(header, LENGTHS_AT))
    yield from stored(file, place, entry.packed)
