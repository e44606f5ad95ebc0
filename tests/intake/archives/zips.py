"""Writes zips by hand, since no program would write most of these."""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LINK = stat.S_IFLNK | 0o777
PIPE = stat.S_IFIFO | 0o644
FOLDER = stat.S_IFDIR | 0o755
CODE = b"X = 'X'\n"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One member. What is None is written as an honest program would write it."""

    name: bytes
    data: bytes = CODE
    flags: int = 0
    method: int = 8
    mode: int = 0o100644
    size: int | None = None
    packed_size: int | None = None
    checksum: int | None = None
    extra: bytes = b""
    local_extra: bytes = b""
    local_name: bytes | None = None
    start: int | None = None
    raw: bytes | None = None
    """What stands in the archive in place of the compressed data."""

    def packed(self) -> bytes:
        """Return the data as it stands in the archive."""
        if self.raw is not None:
            return self.raw
        if self.method == 0:
            return self.data
        return _deflated(self.data)


@cache
def _deflated(data: bytes) -> bytes:
    compress = zlib.compressobj(9, zlib.DEFLATED, -15)
    return compress.compress(data) + compress.flush()


def zipped(
    entries: Sequence[Entry], *, comment: bytes = b"", before: bytes = b"", after: bytes = b"", wide: bool = False
) -> bytes:
    """Return the archive; with `wide`, its end is written with 64 bits."""
    body, table = b"", b""
    for entry in entries:
        packed = entry.packed()
        start = len(body) if entry.start is None else entry.start
        checksum = zlib.crc32(entry.data) if entry.checksum is None else entry.checksum
        size = len(entry.data) if entry.size is None else entry.size
        packed_size = len(packed) if entry.packed_size is None else entry.packed_size
        kind = struct.pack("<4H3L", entry.flags, entry.method, 0, 33, checksum, packed_size, size)
        local = entry.name if entry.local_name is None else entry.local_name
        if entry.start is None:
            body += b"PK\x03\x04\x14\x00" + kind + struct.pack("<2H", len(local), len(entry.local_extra))
            body += local + entry.local_extra + packed
        table += b"PK\x01\x02\x14\x03\x14\x00" + kind
        table += struct.pack("<5H2L", len(entry.name), len(entry.extra), 0, 0, 0, entry.mode << 16, start)
        table += entry.name + entry.extra
    end = b""
    count, size, start = len(entries), len(table), len(body)
    if wide:
        end = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, start)
        end += struct.pack("<4sLQL", b"PK\x06\x07", 0, len(body) + len(table), 1)
        count, size, start = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF
    end += struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), size, start, len(comment)
    )
    return before + body + table + end + comment + after


def plant(folder: Path, *entries: Entry) -> Path:
    """Write a zip of `entries` into `folder`, which may not be there yet, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / "hw.zip"
    archive.write_bytes(zipped(entries))
    return archive
