"""Which archives are unpacked, told by their names, and the names in them, told by their tables of contents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.safe_read import open_regular

if TYPE_CHECKING:
    from grader.intake.archives.limits import Allowance

ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar")
OUTER = 2


def is_unpackable(file_name: str) -> bool:
    """Return whether a file of this name is unpacked; for other archives a message asks for that."""
    return _ending(file_name) != ""


def unpacked_name(file_name: str) -> str:
    """Return what the folder is called that an archive of this name counts as."""
    return file_name[: len(file_name) - len(_ending(file_name))]


def outer_names(archive: Path, allowance: Allowance) -> frozenset[str]:
    """Return the names of the outer two levels in `archive`; none if it cannot be read."""
    from grader.intake.archives.contents import contents_of
    from grader.intake.archives.members import BadArchive

    try:
        with open_regular(archive, archive.name) as file, contents_of(file, allowance) as contents:
            names = [entry.name for entry in contents.entries]
    except (BadArchive, UserError, OSError):
        return frozenset()
    return frozenset(part for name in names for part in name.split("/")[:OUTER] if part)


def _ending(file_name: str) -> str:
    """Return the ending that marks an archive which is unpacked; empty if there is none, or nothing before it."""
    lower = file_name.lower()
    return next((ending for ending in ENDINGS if lower.endswith(ending) and lower != ending), "")
