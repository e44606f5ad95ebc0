"""Decompresses what zip and gzip compress, in pieces of bounded size."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

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
