"""
Reads a student's folder: the graded file, its helper modules, and the other files that a rubric asks for.

An unreadable other file is no error here. The check that needs the file reports it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import UserError
from grader.intake.code_file import DecodedSource, ReadCode, decode_source, read_code
from grader.intake.file_names import is_candidate, is_python
from grader.intake.main_file import WantedSources, find_main, name_note
from grader.intake.safe_read import KIB, FoundFile, find_files, is_ignored, listings, read_regular
from grader.model.identity import Identity, identity_fields
from grader.model.sanitize import sanitize
from grader.model.submission import GIT_CONFIG, HandedIn, HandedInFile, SourceFile, Submission, WantedFiles, decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_HELPERS = 63  # with the graded file that makes 64 files
MAX_HELPERS_KIB = 1024  # size of all helpers together
MAX_NOTES = 5


def _read_helpers(main: Path, wanted: WantedSources) -> tuple[list[SourceFile], list[str]]:
    """
    Return the helper modules in the folder of `main` and below, sorted by path, and notes.

    The notes are on modules that were left out, and on modules with bytes that Python skips.
    """
    module_spec = wanted.module_spec
    try:
        found = [
            file
            for file in find_files(main.parent, "the folder", is_python)
            if not is_candidate(file.name, module_spec) and file.path != main
        ]
    except UserError as error:
        return [], [f"Helper modules were left out: {error}"]
    kept: dict[str, SourceFile] = {}
    notes: list[str] = []
    foreign: list[str] = []
    quota = MAX_HELPERS_KIB * KIB
    # The nearest files first, so that those in deep folders are left out.
    for file in sorted(found, key=lambda file: (len(file.parts), file.parts)):
        path = unicodedata.normalize("NFC", "/".join(file.parts))
        try:
            _refuse(file, path, module_spec.module, kept)
            source = _read_within(file, wanted.source_kib, quota)
        except UserError as error:
            notes.append(f"Helper module left out: {error}")
            continue
        quota -= len(source.text.encode())
        kept[path] = SourceFile(path=path, text=source.text)
        foreign += [f"Helper module {sanitize(path)}: {source.note}."] if source.note else []
    if len(notes) > MAX_NOTES:
        notes[MAX_NOTES:] = [f"{len(notes) - MAX_NOTES} more helper modules were left out."]
    return [kept[path] for path in sorted(kept)], [*notes, *foreign[:MAX_NOTES]]


def _read_within(file: FoundFile, source_kib: int, quota: int) -> DecodedSource:
    source = decode_source(read_regular(file.path, file.shown, source_kib), file.shown)
    if len(source.text.encode()) > quota:
        raise UserError(f"{file.shown}: no room within {MAX_HELPERS_KIB} KiB for all helper modules")
    return source


def _refuse(file: FoundFile, path: str, module: str, kept: dict[str, SourceFile]) -> None:
    """Raise UserError if `file` must be left out, whatever its content."""
    if len(kept) >= MAX_HELPERS:
        raise UserError(f"{file.shown}: no more than {MAX_HELPERS} are carried")
    if file.parts[0] == module:
        raise UserError(f"{file.shown}: a package called {module} would stand in for the graded file")
    if not path.isprintable():
        raise UserError(f"{file.shown}: its name cannot be imported")
    if path in kept:
        raise UserError(f"{file.shown}: two files have this name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The files of one student, and notes on them."""

    files: tuple[SourceFile, ...]  # the graded file first
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()  # as in `Submission`
    handed_in: HandedIn | None = None  # as in `Submission`

    def of(self, who: Identity, notes: tuple[str, ...] = ()) -> Submission:
        """Return the files as the submission of `who`, with `notes` before those on the files."""
        return Submission(
            **identity_fields(who),
            main=self.files[0].path,
            files=self.files,
            notes=(*notes, *self.notes),
            beside=self.beside,
            handed_in=self.handed_in,
        )


def read_folder(folder: Path, shown: str, wanted: WantedSources) -> Sources:
    """
    Return the sources of the only candidate in and below `folder`.

    NothingToGrade if there is none, UserError if there are several or it cannot be read.
    """
    main = find_main(folder, shown, wanted)
    sources = _with_others(main.file.path, _alone(main.file.path, main.code), folder, wanted)
    return replace(sources, notes=(*name_note(main.file.name, wanted.module_spec), *sources.notes))


def read_file(path: Path, shown: str, wanted: WantedSources, *, alone: bool = False) -> Sources:
    """
    Return the graded file at `path` (UserError if it cannot be read).

    Unless it is `alone`, helper modules and other files are read, too.
    """
    sources = _alone(path, read_code(path, shown, wanted.module_spec, wanted.source_kib))
    return sources if alone else _with_others(path, sources, path.parent, wanted)


def _alone(path: Path, code: ReadCode) -> Sources:
    notes = code.notes if code.text.strip() else ("The file is empty.", *code.notes)
    return Sources(files=(SourceFile(path=sanitize(path.name), text=code.text, cells=code.cells),), notes=notes)


def _with_others(main: Path, alone: Sources, folder: Path, wanted: WantedSources) -> Sources:
    """Return `alone` with the helper modules of the graded file `main`, and other files in the student's `folder`."""
    helpers, notes = _read_helpers(main, wanted)
    files = (*alone.files, *helpers)
    return replace(
        alone,
        files=files,
        notes=(*alone.notes, *notes),
        beside=names_in_text(main.parent, files),
        handed_in=None if wanted.files is None else read_other_files(folder, main, wanted.files),
    )


MAX_FILES = 500
"""The noted files and folders; nobody reads a longer list."""
MAX_TEXTS = 40
"""The texts that are read, the nearest to the student's folder first."""
MAX_TEXT_KIB = 256


class FoundEntry(NamedTuple):
    parts: tuple[str, ...]
    is_folder: bool = False

    @property
    def is_hidden(self) -> bool:
        return any(map(is_ignored, self.parts))

    @property
    def path(self) -> str:
        parts = (sanitize(unicodedata.normalize("NFC", part)) for part in self.parts)
        return "/".join(parts) + "/" * self.is_folder


def read_other_files(folder: Path, main: Path, rules: WantedFiles) -> HandedIn:
    """Return the other files beside the graded file `main` in the student's own `folder`."""
    parts = main.relative_to(folder).parts
    graded = FoundEntry(parts).path
    try:
        found = sorted(entries_of(folder), key=lambda one: (len(one.parts), one.parts))
    except UserError as error:
        return HandedIn(main=graded, problem=str(error))
    noticed = [one for one in found if one.parts != parts and rules.notices(one.path)][:MAX_FILES]
    readable = [one for one in noticed if not one.is_folder and rules.reads(one.path)]
    texts = {one: _read_text(folder, one) for one in readable[:MAX_TEXTS]}
    return HandedIn(
        main=graded,
        files=tuple(
            texts.get(one) or HandedInFile(path=one.path, problem="one file too many" if one in readable else "")
            for one in noticed
        ),
    )


def names_in_text(folder: Path, sources: Sequence[SourceFile]) -> tuple[str, ...]:
    """Return the names of files in and below `folder`, other than `sources`, that the text of these mentions."""
    try:
        names = {file.name for file in find_files(folder, "the folder", lambda _name: True)}
    except UserError:  # the files that are graded say so
        return ()
    names -= {file.path.rpartition("/")[2] for file in sources}
    return tuple(sorted(name for name in names if any(name in file.text for file in sources))[:MAX_TEXTS])


def entries_of(folder: Path) -> Iterator[FoundEntry]:
    """Yield all entries in and below the student's `folder`; hidden folders without their content."""
    for parts, entries in listings(folder, "the folder"):
        for entry in entries:
            yield FoundEntry((*parts, entry.name), entry.is_folder)
            # All other hidden folders are noted and not searched.
            if entry.is_folder and entry.name == GIT_CONFIG.parts[0]:
                yield FoundEntry((*parts, *GIT_CONFIG.parts))


def _read_text(folder: Path, one: FoundEntry) -> HandedInFile:
    too_large = f"larger than {MAX_TEXT_KIB} KiB"
    try:
        data = read_regular(folder.joinpath(*one.parts), "it", MAX_TEXT_KIB, too_large=too_large)
    except UserError as error:
        return HandedInFile(path=one.path, problem=str(error).removeprefix("it: "))
    return HandedInFile(path=one.path, text=decoded(data))
