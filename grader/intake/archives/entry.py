"""What the table of contents of an archive says of one member; nothing of it is trusted."""

from __future__ import annotations

from dataclasses import dataclass

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
