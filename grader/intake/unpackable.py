"""Which archives are unpacked, judged by their names, and what they hold, judged by their table of contents."""

from __future__ import annotations

from pathlib import Path

from grader.errors import UserError
from grader.intake.archives.limits import OF_A_CLASS
from grader.intake.archives.zip_directory import BadArchive, zip_entries
from grader.intake.safe_read import open_regular

ENDING = ".zip"
OUTER = 2


def is_unpackable(file_name: str) -> bool:
    """Return whether a file of this name is unpacked; for other archives a message asks for that."""
    return file_name.lower().endswith(ENDING) and len(file_name) > len(ENDING)


def unpacked_name(file_name: str) -> str:
    """Return what the folder is called that an archive of this name counts as."""
    return file_name[: -len(ENDING)] if is_unpackable(file_name) else file_name


def outer_names(archive: Path) -> frozenset[str]:
    """Return the names of the outer two levels in `archive`; none if it cannot be read."""
    try:
        with open_regular(archive, archive.name) as file:
            entries = zip_entries(file, OF_A_CLASS.entries)
    except (BadArchive, UserError, OSError):
        return frozenset()
    return frozenset(part for entry in entries for part in entry.name.split("/")[:OUTER] if part)
