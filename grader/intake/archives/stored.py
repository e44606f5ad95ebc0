"""Reads what lies in an archive as it is, in pieces of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from grader.intake.archives.entry import BadMember
from grader.intake.archives.inflate import PIECE

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
