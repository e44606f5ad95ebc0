"""
The files that a student handed in beside the code, as far as a rubric demands something of them.

A file that cannot be read is no error: the check that needs its text says so.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import UserError
from grader.intake.safe_read import find_files, is_ignored, listings, read_regular
from grader.model.sanitize import sanitize
from grader.model.submission import GIT_CONFIG, HandedIn, HandedInFile, WantedFiles, decoded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from grader.model.submission import SourceFile

MAX_FILES = 500
"""Files and folders that are noted; nobody reads a longer list."""
MAX_TEXTS = 40
"""How many texts are read, the nearest to the student's folder first."""
MAX_TEXT_KIB = 256


class FoundEntry(NamedTuple):
    """A file or folder of the student's."""

    parts: tuple[str, ...]
    is_folder: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether no code is looked for there."""
        return any(map(is_ignored, self.parts))

    @property
    def path(self) -> str:
        parts = (sanitize(unicodedata.normalize("NFC", part)) for part in self.parts)
        return "/".join(parts) + "/" * self.is_folder


def read_other_files(folder: Path, main: Path, rules: WantedFiles) -> HandedIn:
    """Return what is handed in with the graded file `main` in `folder`, which is the student's own."""
    parts = main.relative_to(folder).parts
    here = FoundEntry(parts).path
    try:
        found = sorted(entries_of(folder), key=lambda one: (len(one.parts), one.parts))
    except UserError as error:
        return HandedIn(main=here, problem=str(error))
    noticed = [one for one in found if one.parts != parts and rules.notices(one.path)][:MAX_FILES]
    readable = [one for one in noticed if not one.is_folder and rules.reads(one.path)]
    texts = {one: _read(folder, one) for one in readable[:MAX_TEXTS]}
    return HandedIn(
        main=here,
        files=tuple(
            texts.get(one) or HandedInFile(path=one.path, problem="one file too many" if one in readable else "")
            for one in noticed
        ),
    )


def names_in_text(folder: Path, sources: Sequence[SourceFile]) -> tuple[str, ...]:
    """Return the names of files in and below `folder`, other than `sources`, that stand in the text of these."""
    try:
        names = {file.name for file in find_files(folder, "the folder", lambda _name: True)}
    except UserError:  # the files that are graded say so
        return ()
    names -= {file.path.rpartition("/")[2] for file in sources}
    return tuple(sorted(name for name in names if any(name in file.text for file in sources))[:MAX_TEXTS])


def entries_of(folder: Path) -> Iterator[FoundEntry]:
    """Yield what is in and below the student's `folder`; of hidden folders only that they are there."""
    for listing in listings(folder, "the folder"):
        for entry in listing.entries:
            yield FoundEntry((*listing.parts, entry.name), entry.is_folder)
            # All other hidden folders are noted and not searched.
            if entry.is_folder and entry.name == GIT_CONFIG.parts[0]:
                yield FoundEntry((*listing.parts, *GIT_CONFIG.parts))


def _read(folder: Path, one: FoundEntry) -> HandedInFile:
    too_large = f"larger than {MAX_TEXT_KIB} KiB"
    try:
        data = read_regular(folder.joinpath(*one.parts), "it", MAX_TEXT_KIB, too_large=too_large)
    except UserError as error:
        return HandedInFile(path=one.path, problem=str(error).removeprefix("it: "))
    return HandedInFile(path=one.path, text=decoded(data))
