"""
The graded file in a student's folder, the helper modules beside it, and the other files that a rubric makes demands on.

If one of the other files cannot be read, that is no error: the check that needs its text says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import UserError
from grader.intake.code_file import DecodedSource, ReadCode, decode_source, read_code
from grader.intake.file_names import as_choice, is_candidate, is_python, is_similar, remedy, sheet_names, shortened_list
from grader.intake.safe_read import (
    KIB,
    FoundFile,
    find_code_files,
    find_files,
    is_bare,
    is_ignored,
    listings,
    path_shown,
    read_regular,
)
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.submission import GIT_CONFIG, HandedIn, HandedInFile, SourceFile, WantedFiles, decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SEARCHED = 64
MAX_SEARCHED_KIB = 16 * KIB
"""Size of all files searched, notebooks with their outputs: reading those takes time."""
DEFINITION = re.compile(r"(?:^|\r)def[ \t]+(\w+)[ \t]*\(", re.MULTILINE)


class ReadFile(NamedTuple):
    """A file, and the Python text in it."""

    file: FoundFile
    code: ReadCode


def defining_files(found: Sequence[FoundFile], shown: str, module_spec: ModuleSpec, source_kib: int) -> list[ReadFile]:
    """
    Return those of `found` that define at least half of the functions at the top level.

    UserError if there is too much to search, or if no file defines enough and some file cannot be read.
    """
    if len(found) > MAX_SEARCHED or sum(_size(file) for file in found) > MAX_SEARCHED_KIB * KIB:
        raise UserError(f"{shown}: too many files to look for the one to grade; name it {module_spec.module}.py")
    defining: list[ReadFile] = []
    refusals = []
    for file in found:
        try:
            code = read_code(file.path, path_shown(shown, *file.parts), module_spec, source_kib)
        except UserError as error:
            refusals.append(error)
            continue
        if defines_enough(code.text, module_spec):
            defining.append(ReadFile(file, code))
    if refusals and not defining:
        raise refusals[0]
    return defining


def may_define_functions(file: FoundFile, shown: str, module_spec: ModuleSpec, source_kib: int) -> bool:
    """Return whether the file seems to define one of the functions, or cannot be read and so may define them."""
    try:
        code = read_code(file.path, path_shown(shown, *file.parts), module_spec, source_kib)
    except UserError:
        return True
    return bool(_defined(code.text, module_spec))


def defines_enough(text: str, module_spec: ModuleSpec) -> bool:
    """Return whether `text` seems to define at least half of the functions."""
    return 2 * len(_defined(text, module_spec)) >= len(module_spec.functions) > 0


def _defined(text: str, module_spec: ModuleSpec) -> set[str]:
    """Return the names of the functions that `text` seems to define."""
    return {function.name for function in module_spec.functions}.intersection(DEFINITION.findall(text))


def _size(file: FoundFile) -> int:
    try:
        return file.path.lstat().st_size
    except OSError:
        return 0  # reading the file reports the problem


MAX_HELPERS = 63
"""With the graded file that makes 64 files."""
MAX_HELPERS_KIB = 1024
"""Size of all helpers together."""
MAX_NOTES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Helpers:
    """The helper modules of a submission."""

    files: tuple[SourceFile, ...] = ()
    """Sorted by path."""
    notes: tuple[str, ...] = ()
    """Notes on modules that were left out, and on modules with bytes that Python skips."""


def read_helpers(main: Path, module_spec: ModuleSpec, source_kib: int) -> Helpers:
    """Return the helper modules in the folder of `main` and below."""
    try:
        found = [
            file
            for file in find_code_files(main.parent, "the folder", module_spec)
            if is_python(file.name) and not is_candidate(file.name, module_spec) and file.path != main
        ]
    except UserError as error:
        return Helpers(notes=(f"Helper modules were left out: {error}",))
    kept: dict[str, SourceFile] = {}
    notes: list[str] = []
    foreign: list[str] = []
    quota = MAX_HELPERS_KIB * KIB
    # The nearest files first: if there are too many, the ones in deep folders are left out.
    for file in sorted(found, key=lambda file: (len(file.parts), file.parts)):
        path = unicodedata.normalize("NFC", "/".join(file.parts))
        try:
            _refuse(file, path, module_spec.module, kept)
            source = _read_within(file, source_kib, quota)
        except UserError as error:
            notes.append(f"Helper module left out: {error}")
            continue
        quota -= len(source.text.encode())
        kept[path] = SourceFile(path=path, text=source.text)
        foreign += [f"Helper module {sanitize(path)}: {source.note}."] if source.note else []
    if len(notes) > MAX_NOTES:
        notes[MAX_NOTES:] = [f"{len(notes) - MAX_NOTES} more helper modules were left out."]
    return Helpers(files=tuple(kept[path] for path in sorted(kept)), notes=(*notes, *foreign[:MAX_NOTES]))


def _read_within(file: FoundFile, source_kib: int, quota: int) -> DecodedSource:
    source = decode_source(read_regular(file.path, file.shown, source_kib), file.shown)
    if len(source.text.encode()) > quota:
        raise UserError(f"{file.shown}: no room within {MAX_HELPERS_KIB} KiB for all helper modules")
    return source


def _refuse(file: FoundFile, path: str, module: str, kept: dict[str, SourceFile]) -> None:
    """Raise UserError if `file` must be left out, independent of its content."""
    if len(kept) >= MAX_HELPERS:
        raise UserError(f"{file.shown}: no more than {MAX_HELPERS} are carried")
    if file.parts[0] == module:
        raise UserError(f"{file.shown}: a package called {module} would stand in for the graded file")
    if not path.isprintable():
        raise UserError(f"{file.shown}: its name cannot be imported")
    if path in kept:
        raise UserError(f"{file.shown}: two files have this name")


MAX_LISTED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The files of one student, and notes on them."""

    files: tuple[SourceFile, ...]
    """The graded file first."""
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    """As in `Submission`."""
    handed_in: HandedIn | None = None
    """As in `Submission`."""


class WantedSources(NamedTuple):
    """What is read of a submission."""

    module_spec: ModuleSpec
    source_kib: int
    """Size of the graded file."""
    files: WantedFiles | None = None
    """What is demanded of other files."""


def read_folder(folder: Path, shown: str, wanted: WantedSources) -> Sources:
    """
    Return the sources of the only candidate in and below `folder`.

    NothingToGrade if there is none, UserError if there are several or it cannot be read.
    """
    module_spec = wanted.module_spec
    found = find_code_files(folder, shown, module_spec)
    try:
        main = _find_main(found, shown, module_spec, wanted.source_kib)
    except _NoneNamed as error:
        raise NothingToGrade(f"{shown}: {error}{_what_is_there(folder, shown, found, module_spec)}") from None
    sources = _with_helpers(main.file.path, main.code, module_spec, wanted.source_kib)
    return replace(
        sources,
        notes=(*name_note(main.file.name, module_spec), *sources.notes),
        handed_in=_handed_in(folder, main.file.path, wanted.files),
    )


def read_file(path: Path, shown: str, wanted: WantedSources, *, alone: bool = False) -> Sources:
    """
    Return the graded file at `path` (UserError if it cannot be read).

    Helper modules and other files are read too, unless it is `alone`.
    """
    code = read_code(path, shown, wanted.module_spec, wanted.source_kib)
    if alone:
        return _sources(path, code)
    sources = _with_helpers(path, code, wanted.module_spec, wanted.source_kib)
    return replace(sources, handed_in=_handed_in(path.parent, path, wanted.files))


def name_note(name: str, module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return a note if the graded file does not have the name that the sheet asks for."""
    names = sheet_names(module_spec)
    if name in names:
        return ()
    return (f"The file was handed in as {sanitize(name)}; the assignment asks for {as_choice(names)}.",)


def _find_main(found: Sequence[FoundFile], shown: str, module_spec: ModuleSpec, source_kib: int) -> ReadFile:
    """Return the file to grade: the file named like the module, else the file that defines enough of its functions."""
    wanted = f"{module_spec.module}.py"
    named = [file for file in found if is_candidate(file.name, module_spec)]
    if len(named) > 1:
        raise SeveralToGrade(f"{shown}: {len(named)} files could be the one to grade: {_name_list(named)}; keep one")
    if named:
        main = named[0]
        rivals = [] if main.name in sheet_names(module_spec) else _rivals(main, found, shown, module_spec, source_kib)
        if rivals:
            names = _name_list([file for file in found if file in (main, *rivals)])
            raise SeveralToGrade(
                f"{shown}: {1 + len(rivals)} files could be the one to grade: {names}; keep one, named {wanted}"
            )
        return ReadFile(main, read_code(main.path, path_shown(shown, *main.parts), module_spec, source_kib))
    defining = defining_files(found, shown, module_spec, source_kib) if module_spec.any_name else []
    if len(defining) == 1:
        return defining[0]
    if defining:
        names = _name_list([one.file for one in defining])
        raise SeveralToGrade(
            f"{shown}: {len(defining)} files could be the one to grade: {names}; keep one, or name it {wanted}"
        )
    raise _NoneNamed(f"no {as_choice(sheet_names(module_spec))}")


class SeveralToGrade(UserError):
    """Several files can be the one to grade."""


class NothingToGrade(UserError):
    """A folder holds no file that can be the one to grade."""


class _NoneNamed(UserError):
    """No file has a name that the assignment gives, and no other can be the one to grade."""


def _what_is_there(folder: Path, shown: str, found: Sequence[FoundFile], module_spec: ModuleSpec) -> str:
    """Return the end of the message that no file can be graded: what is there instead, and the remedy."""
    wanted = f"{module_spec.module}.py"
    if is_bare(folder):
        return ": a bare repository has no files beside it; grade one of its commits, as with --at HEAD"
    others = find_files(folder, shown, lambda name: bool(remedy(name, module_spec)))
    if found:  # then something else is meant only if it has the right name
        others = [file for file in others if is_similar(f"{file.name.partition('.')[0]}.py", module_spec)]
    if len(others) == 1:
        return f", but {others[0].shown}: {remedy(others[0].name, module_spec, module_spec.module)}"
    if others:
        each = [f"{file.shown} ({remedy(file.name, module_spec)})" for file in others]
        return f", but {shortened_list(each, MAX_LISTED)}; name the file to grade {wanted}"
    if found:
        return f", only {_name_list(found)}; name the file to grade {wanted}"
    kinds = f"nor any other Python file{' or notebook' * module_spec.notebooks}"
    return f", {kinds}; put the file to grade there, named {wanted}"


def _rivals(
    main: FoundFile, found: Sequence[FoundFile], shown: str, module_spec: ModuleSpec, source_kib: int
) -> list[FoundFile]:
    """Return the other files with similar names that may define the functions; all of them if there are many."""
    similar = [file for file in found if file is not main and is_similar(file.name, module_spec)]
    if len(similar) > MAX_LISTED:
        return similar
    return [file for file in similar if may_define_functions(file, shown, module_spec, source_kib)]


def _sources(path: Path, code: ReadCode) -> Sources:
    notes = code.notes if code.text.strip() else ("The file is empty.", *code.notes)
    return Sources(files=(SourceFile(path=sanitize(path.name), text=code.text, cells=code.cells),), notes=notes)


def _with_helpers(path: Path, code: ReadCode, module_spec: ModuleSpec, source_kib: int) -> Sources:
    alone = _sources(path, code)
    helpers = read_helpers(path, module_spec, source_kib)
    files = (*alone.files, *helpers.files)
    return Sources(files=files, notes=(*alone.notes, *helpers.notes), beside=names_in_text(path.parent, files))


def _name_list(files: Sequence[FoundFile]) -> str:
    names = [file.shown for file in files[:MAX_LISTED]]
    if len(files) > MAX_LISTED:
        names.append(f"{len(files) - MAX_LISTED} more")
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


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


def _handed_in(folder: Path, main: Path, rules: WantedFiles | None) -> HandedIn | None:
    return None if rules is None else read_other_files(folder, main, rules)


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
    texts = {one: _read_text(folder, one) for one in readable[:MAX_TEXTS]}
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


def _read_text(folder: Path, one: FoundEntry) -> HandedInFile:
    too_large = f"larger than {MAX_TEXT_KIB} KiB"
    try:
        data = read_regular(folder.joinpath(*one.parts), "it", MAX_TEXT_KIB, too_large=too_large)
    except UserError as error:
        return HandedInFile(path=one.path, problem=str(error).removeprefix("it: "))
    return HandedInFile(path=one.path, text=decoded(data))
