"""
A zip: its table of contents, read entry by entry, and the wanted part of a member's content.

`zipfile` refuses a whole archive for one unreadable name or field, reads every entry before it can count them, and
judges overlapping members differently from one release to the next.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from grader.intake.archives.members import (
    DAMAGED,
    RAW,
    BadArchive,
    BadMember,
    PackedFile,
    decoded_name,
    extra_fields,
    inflated,
    stored,
    too_many,
)

END = struct.Struct("<4s4H2LH")
END_SIGNATURE = b"PK\x05\x06"
END_64 = struct.Struct("<4sQ2H2L4Q")
END_64_SIGNATURE = b"PK\x06\x06"
LOCATOR_64 = struct.Struct("<4sLQL")
LOCATOR_64_SIGNATURE = b"PK\x06\x07"
ENTRY = struct.Struct("<4s6H3L5H2L")
ENTRY_SIGNATURE = b"PK\x01\x02"
MAX_COMMENT = 0xFFFF
MAX_16 = 0xFFFF
MAX_32 = 0xFFFFFFFF
SIZES_64 = 0x0001
NO_TABLE = "damaged: its table of contents cannot be read; download it or pack it again"
BYTES_OF_AN_ENTRY = 300
"""The bytes of an average entry with a long name; an entry without name and extra fields has 46."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipEntry(PackedFile):
    flags: int
    method: int
    checksum: int
    packed: int  # bytes in the archive


def zip_entries(file: BinaryIO, most: int) -> list[ZipEntry]:
    """Return the entries of the zip in `file` (BadArchive if it is unreadable, or has more than `most`)."""
    table, size, shift = _find_directory(file)
    if size > most * BYTES_OF_AN_ENTRY:
        raise too_many(most)
    file.seek(table)
    entries: list[ZipEntry] = []
    for entry in _entries(file.read(size), shift):
        if len(entries) == most:
            raise too_many(most)
        entries.append(entry)
    _refuse_overlaps(entries, table)
    return entries


def _find_directory(file: BinaryIO) -> tuple[int, int, int]:
    """
    Return the start of the table of contents, its size, and the number of bytes before the archive.

    A program that unpacks itself may stand before the archive: all positions count from its end.
    """
    length = file.seek(0, os.SEEK_END)
    file.seek(max(0, length - END.size - MAX_COMMENT))
    tail = file.read()
    at = _end_record(tail)
    _signature, disk, first_disk, _here, count, size, start, _comment = END.unpack_from(tail, at)
    end = length - len(tail) + at
    if MAX_16 in (disk, first_disk, count) or MAX_32 in (size, start):
        before = end - LOCATOR_64.size
        if _read_at(file, before, LOCATOR_64.size).startswith(LOCATOR_64_SIGNATURE):
            end = before - END_64.size
            record = _read_at(file, end, END_64.size)
            if not record.startswith(END_64_SIGNATURE):
                raise BadArchive(NO_TABLE)
            _signature, _size, _made, _needed, disk, first_disk, _here, count, size, start = END_64.unpack(record)
    if disk or first_disk:
        raise BadArchive("one part of an archive in several files; pack it again as one file")
    shift = end - size - start
    if shift < 0:
        raise BadArchive(NO_TABLE)
    return start + shift, size, shift


def _read_at(file: BinaryIO, start: int, size: int) -> bytes:
    if start < 0:
        return b""
    file.seek(start)
    found = file.read(size)
    return found if len(found) == size else b""


def _end_record(tail: bytes) -> int:
    """Return the place in `tail` of the record that ends the archive."""
    # Only its own comment follows the last record. Other such bytes may be in a comment or a file.
    records: list[int] = []
    last: list[int] = []
    at = tail.rfind(END_SIGNATURE)
    while at >= 0:
        if at + END.size <= len(tail):
            comment = END.unpack_from(tail, at)[-1]
            (last if at + END.size + comment == len(tail) else records).append(at)
        at = tail.rfind(END_SIGNATURE, 0, at)
    # Some mail programs and downloads add a few bytes to the end of the archive.
    found = last or records
    if len(found) > 1:
        raise BadArchive("has two tables of contents, so programs would find different files in it; pack it again")
    if not found:
        raise BadArchive("neither a zip nor a tar archive, or cut off; download it or pack it again")
    return found[0]


def _entries(table: bytes, shift: int) -> Iterator[ZipEntry]:
    at = 0
    while at < len(table):
        if at + ENTRY.size > len(table):
            raise BadArchive(NO_TABLE)
        fields = ENTRY.unpack_from(table, at)
        lengths = fields[10:13]
        names = at + ENTRY.size
        at = names + sum(lengths)
        if fields[0] != ENTRY_SIGNATURE or at > len(table):
            raise BadArchive(NO_TABLE)
        raw = table[names : names + lengths[0]]
        extra = table[names + lengths[0] : names + lengths[0] + lengths[1]]
        yield _entry(fields, decoded_name(raw, fields[3], extra), extra, shift)


def _entry(fields: tuple[int, ...], name: str, extra: bytes, shift: int) -> ZipEntry:
    checksum, packed, size = fields[7:10]
    external, start = fields[15:17]
    # The extra field has, in this order, only the sizes that do not fit elsewhere.
    wide = [value for kind, value in extra_fields(extra) if kind == SIZES_64]
    numbers = iter(struct.unpack(f"<{len(wide[0]) // 8}Q", wide[0][: len(wide[0]) // 8 * 8]) if wide else ())
    size, packed, start = (next(numbers, number) if number == MAX_32 else number for number in (size, packed, start))
    return ZipEntry(
        name=name,
        flags=fields[3],
        method=fields[4],
        checksum=checksum,
        packed=packed,
        size=size,
        start=start + shift,
        mode=external >> 16,
    )


def _refuse_overlaps(entries: list[ZipEntry], end: int) -> None:
    """Raise BadArchive if members share bytes: a small archive could become a huge one."""
    for entry in sorted(entries, key=lambda entry: entry.start, reverse=True):
        if entry.start + entry.packed > end:
            raise BadArchive("its members overlap, as in an archive made to fill disks; pack the files again")
        end = entry.start


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
    Yield the first `most` bytes of `entry` in `file`; `charge` is told of all bytes.

    BadMember, perhaps after some pieces, for encryption, a rare method, or content that contradicts the entry.
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
    file.seek(entry.start)
    header = file.read(HEADER.size)
    if len(header) != HEADER.size or not header.startswith(HEADER_SIGNATURE):
        raise BadMember(DAMAGED)
    place = entry.start + HEADER.size + sum(HEADER_LENGTHS.unpack_from(header, LENGTHS_AT))
    packed = stored(file, place, entry.packed)
    if entry.method == STORED or not entry.packed:
        yield from packed
        return
    yield from inflated(packed, RAW, most)
