"""What a class's folder or download holds, before anything of it is read: raw claims that layouts find in names."""

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
    """A folder has another layout than the user said. The text says what was expected; the reader adds the path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A student as the source writes them: nothing is sanitized, what it does not say is empty."""

    name: str = ""
    source_id: str = ""
    """The platform's own id, such as Moodle's participant id."""
    login: str = ""
    email: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedFile:
    """One file of an upload."""

    source: Path
    """Where it lies."""
    path: str
    """Its path among the student's files, with forward slashes: what the student called it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """What one student, or one group, handed in."""

    written: str
    """Its entry in the class's folder, for messages; a folder's ends with a slash."""
    people: tuple[Person, ...]
    """One, or the members of a group."""
    folder: Path | None = None
    """The student's own folder: everything in it is theirs."""
    files: tuple[UploadedFile, ...] = ()
    """The student's files, if they have no folder of their own."""
    any_name: bool = False
    """Whether the only one of `files` is graded whatever it is called."""
    group: str = ""
    late: bool | None = None
    submitted_at: str = ""
    """ISO 8601 with an offset."""
    notes: tuple[str, ...] = ()
    doubt: str = ""
    """As in `Identity`."""
    commits: tuple[str, ...] = ()
    """The newest of its repository that could be graded instead, in words."""
    problem: str = ""
    """Why it cannot be graded, whatever is in it, and the remedy: what follows `written` and a colon in the message."""
    earlier: tuple[Upload, ...] = ()
    """Earlier attempts with files, the newest first."""
    missing: bool = False
    """Whether the platform lists the students, who handed in nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassListing:
    """All that a class's folder holds: every file is part of an upload or skipped."""

    uploads: tuple[Upload, ...]
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the instructor on what the download does not say for certain."""


NOTHING = ClassListing(uploads=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLayout:
    """How the files of a class are laid out: by a platform, or by people."""

    name: str
    """Its name after ``--from``."""
    title: str
    """What a message calls it, such as ``Moodle download``."""
    module: str
    """
    Loaded when it is first used. It has `recognizes`, which returns whether a folder has sure signs of this layout;
    `read`, which returns whose the files are, as the platform writes it, and no upload if the folder is none of the
    platform's; and `EXPECTED`, what such a folder holds; empty if any folder can be read so.
    """
    ids: ClassIds = UNKNOWN_IDS
    """What the ids of its students are."""
    roster_hint: str = ""
    """Which roster has the same ids: the end of a message, empty if there is nothing to say."""

    def recognizes(self, root: Path, module_spec: ModuleSpec) -> bool:
        """Return whether the folder `root` has sure signs of this layout."""
        return bool(pkgutil.resolve_name(f"{self.module}:recognizes")(root, module_spec))

    def read(self, root: Path, module_spec: ModuleSpec) -> ClassListing:
        """Return what `root` holds; WrongLayout if nothing in it has this layout."""
        listing: ClassListing = pkgutil.resolve_name(f"{self.module}:read")(root, module_spec)
        expected = pkgutil.resolve_name(f"{self.module}:EXPECTED")
        if expected and not listing.uploads:
            raise WrongLayout(f"not a {self.title}: expected {expected}")
        return listing


def folder_problem(folder: Path) -> str:
    """Return why a student's `folder` cannot be read, empty if it can."""
    return LINK if folder.is_symlink() else ""
