"""Members of any archive: what its table of contents says of them, and their content in pieces of bounded size."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

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
