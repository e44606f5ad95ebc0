"""The uploads in a class's folder or download, not read yet: raw claims that layouts find in names."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.model.class_row import Skipped
from grader.model.identity import UNKNOWN_IDS, ClassIds
from grader.model.spec import ModuleSpec

LINK = "a symbolic link, which is never followed; put the folder itself there"


class WrongLayout(UserError):
    """A folder has another layout than the user said. The message has the expected one; the reader adds the path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A student in the source's own words: nothing is sanitized, unknown facts are empty."""

    name: str = ""
    source_id: str = ""
    login: str = ""
    email: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedFile:
    source: Path
    path: str
    """The student's own path for the file, with forward slashes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """The hand-in of one student or group."""

    written: str
    """The entry in the class's folder, for messages; a folder's ends with a slash."""
    people: tuple[Person, ...]  # one, or the members of a group
    folder: Path | None = None
    """The student's own folder with everything in it."""
    files: tuple[UploadedFile, ...] = ()
    any_name: bool = False
    """Whether the only one of `files` is graded under any name."""
    group: str = ""
    late: bool | None = None
    submitted_at: str = ""  # ISO 8601 with an offset
    notes: tuple[str, ...] = ()
    doubt: str = ""  # as in `Identity`
    commits: tuple[str, ...] = ()
    """The newest commits that could be graded instead, in words."""
    problem: str = ""
    """Why the upload cannot be graded, and the remedy: the part of a message after `written` and a colon."""
    earlier: tuple[Upload, ...] = ()
    """Earlier attempts with files, the newest first."""
    missing: bool = False
    """Whether the platform lists the students as without a hand-in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassListing:
    """The whole content of a class's folder: every file is part of an upload or skipped."""

    uploads: tuple[Upload, ...]
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the instructor on uncertain facts of the download."""


NOTHING = ClassListing(uploads=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLayout:
    """The layout of a class's files, by a platform or by people."""

    name: str  # name after ``--from``
    title: str
    """The name in messages, such as ``Moodle download``."""
    module: str
    """
    A module that is loaded when it is first used.

    `recognizes` returns whether a folder has sure signs of a platform; the layout without one is never asked. `read`
    returns the uploads, or none for a folder of another layout. `EXPECTED` describes such a folder; it is empty if any
    folder can be read.
    """
    ids: ClassIds = UNKNOWN_IDS
    roster_hint: str = ""
    """The roster with the same ids: the end of a message; empty without a hint."""

    def recognizes(self, root: Path, module_spec: ModuleSpec) -> bool:
        return bool(pkgutil.resolve_name(f"{self.module}:recognizes")(root, module_spec))

    def read(self, root: Path, module_spec: ModuleSpec) -> ClassListing:
        """Return the content of `root` (WrongLayout if nothing in it has this layout)."""
        listing: ClassListing = pkgutil.resolve_name(f"{self.module}:read")(root, module_spec)
        expected = pkgutil.resolve_name(f"{self.module}:EXPECTED")
        if expected and not listing.uploads:
            raise WrongLayout(f"not a {self.title}: expected {expected}")
        return listing


def folder_problem(folder: Path) -> str:
    """Return why a student's `folder` cannot be read, empty if it can."""
    return LINK if folder.is_symlink() else ""
